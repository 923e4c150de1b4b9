// SPDX-License-Identifier: Apache-2.0
package rani.services.lgc;

import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * Acknowledgement of an {@link ActiveFilter}; the asker stops repeating the request.
 *
 * @param id of the request
 */
public record ActiveFilterAck(int id) implements ServiceMessage {
  static final MessageFormat FORMAT = new MessageFormat(3, new ActiveFilterAck(0));

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public ActiveFilterAck walk(MessageFields fields) {
    return new ActiveFilterAck(fields.i32("id", id));
  }
}
