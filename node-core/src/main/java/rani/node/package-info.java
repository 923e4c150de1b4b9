// SPDX-License-Identifier: Apache-2.0

/** The node itself. */
@NullMarked
package rani.node;

import org.jspecify.annotations.NullMarked;
