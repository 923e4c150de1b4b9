// SPDX-License-Identifier: Apache-2.0

/** A run on disk: who may read what, and how its nodes are spoken to. */
@NullMarked
package rani.nodehost.folder;

import org.jspecify.annotations.NullMarked;
