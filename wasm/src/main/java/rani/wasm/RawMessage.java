// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/** A service message whose fields only the module knows. */
record RawMessage(int type, byte[] body) implements ServiceMessage {
  @Override
  public MessageFormat format() {
    return new MessageFormat(type, this);
  }

  @Override
  public ServiceMessage walk(MessageFields fields) {
    return new RawMessage(type, fields.bytes("body", body, body.length));
  }
}
