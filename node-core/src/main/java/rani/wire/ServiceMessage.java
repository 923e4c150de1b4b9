// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import org.jspecify.annotations.Nullable;

/**
 * Message between nodes or services, carried in IP protocol 253. Messages are immutable and
 * idempotent. A service declares its own messages as records, and names them in {@code
 * ServiceProvider.messages}; the messages of nodes are {@link NodeMessage}s.
 */
public interface ServiceMessage {

  /** Returns the format by which the message is read; all messages of a class share it. */
  MessageFormat format();

  /**
   * Visits the message's fields in the order of their bytes, passing this message's values, and
   * makes a message of the values returned. The result equals this message unless {@link
   * MessageFields#reads}.
   *
   * @return null if the values are no valid message
   */
  @Nullable ServiceMessage walk(MessageFields fields);
}
