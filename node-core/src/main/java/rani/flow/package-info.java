// SPDX-License-Identifier: Apache-2.0

/** What a node sees of the flows of its edge, whose programs speak a TCP of their own. */
@NullMarked
package rani.flow;

import org.jspecify.annotations.NullMarked;
