// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import org.jspecify.annotations.Nullable;
import rani.world.Reply;

/**
 * Reply to an operation and answer to the query that followed; null if the operation was refused.
 */
public record CommandReply<A>(Reply reply, @Nullable A then) {}
