// SPDX-License-Identifier: Apache-2.0

/** A run on disk: its files, their permissions, and the sockets of its nodes. */
@NullMarked
package rani.nodehost.folder;

import org.jspecify.annotations.NullMarked;
