// SPDX-License-Identifier: Apache-2.0

/** RDP in a service of a node: its endpoint on the node's means, its options, its notes. */
@NullMarked
package rani.rdp.bind;

import org.jspecify.annotations.NullMarked;
