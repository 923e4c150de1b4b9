// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import org.jspecify.annotations.Nullable;

/**
 * What nodes and services say to each other, carried in IP protocol 253. Messages are values, and
 * idempotent. A service declares its own beside itself, as records, and names them in {@code
 * ServiceProvider.messages}; the node's are {@link NodeMessage}s.
 */
public interface ServiceMessage {

  /** Its type, by which it is read; one for all messages of a class. */
  MessageFormat format();

  /**
   * Goes through its fields in the order in which they stand in bytes, handing in what this message
   * says. Of what comes back, which is the same unless {@link MessageFields#reads}, it makes a
   * message.
   *
   * @return null if no such message can be said
   */
  @Nullable ServiceMessage walk(MessageFields fields);
}
