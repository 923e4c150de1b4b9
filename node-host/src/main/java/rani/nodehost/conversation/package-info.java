// SPDX-License-Identifier: Apache-2.0

/** What a node can be asked and told: the same words live, in virtual time and on another host. */
@NullMarked
package rani.nodehost.conversation;

import org.jspecify.annotations.NullMarked;
