// SPDX-License-Identifier: Apache-2.0

/** The folder of a run: its files, their permissions, and the sockets of its nodes. */
@NullMarked
package rani.nodehost.folder;

import org.jspecify.annotations.NullMarked;
