// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/** A service message whose fields only the module knows. */
final class RawMessage implements ServiceMessage {
  private final int type;
  private final byte[] body;

  RawMessage(int type, byte[] body) {
    this.type = type;
    this.body = body;
  }

  @Override
  public MessageFormat format() {
    return new MessageFormat(type, this);
  }

  @Override
  public ServiceMessage walk(MessageFields fields) {
    return new RawMessage(type, fields.bytes("body", body, body.length));
  }
}
