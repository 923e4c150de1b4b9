// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import org.jspecify.annotations.Nullable;
import rani.world.Reply;

/**
 * A node's answer to an operation that is followed by a query.
 *
 * @param reply the reply to the operation
 * @param then the answer to the query; null if the operation was refused
 */
public record CommandReply<A>(Reply reply, @Nullable A then) {}
