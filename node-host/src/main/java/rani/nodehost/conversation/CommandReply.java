// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import org.jspecify.annotations.Nullable;
import rani.world.Reply;

/**
 * What a node answers that is told to do something, and asked right after that.
 *
 * @param reply what it answers to what it was told
 * @param then the answer to the question; null if it has refused what it was told
 */
public record CommandReply<A>(Reply reply, @Nullable A then) {}
