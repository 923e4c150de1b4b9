// SPDX-License-Identifier: Apache-2.0

/** The queries and operations of a node: the same live, in virtual time and on another host. */
@NullMarked
package rani.nodehost.conversation;

import org.jspecify.annotations.NullMarked;
