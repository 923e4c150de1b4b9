// SPDX-License-Identifier: Apache-2.0
package org.example.foreign;

import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * How many packets found a queue congested.
 *
 * @param packets so many
 */
record HogCount(int packets) implements ServiceMessage {
  static final MessageFormat FORMAT =
      new MessageFormat(MessageFormat.FOREIGN_TYPE_MIN, new HogCount(0));

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public HogCount walk(MessageFields fields) {
    return new HogCount(fields.i32("packets", packets));
  }
}
