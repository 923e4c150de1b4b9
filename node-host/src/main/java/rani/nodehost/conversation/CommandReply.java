// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import org.jspecify.annotations.Nullable;
import rani.world.Reply;

/**
 * A node's reply to an operation, and its answer to the query that followed.
 *
 * @param then null if the node refused the operation
 */
public record CommandReply<A>(Reply reply, @Nullable A then) {}
