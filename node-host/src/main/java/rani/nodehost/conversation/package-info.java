// SPDX-License-Identifier: Apache-2.0

/** Queries to a node and operations on it: the same live, in virtual time and on another host. */
@NullMarked
package rani.nodehost.conversation;

import org.jspecify.annotations.NullMarked;
