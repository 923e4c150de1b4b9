// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import io.netty.buffer.ByteBuf;
import rani.service.FrameView;
import rani.wasm.ActiveHeader;
import rani.wasm.CodeHash;

/** The header of the capsules that one code sends and is shown. */
record CapsuleCode(CodeHash hash) implements ActiveHeader {
  @Override
  public int serviceNumber() {
    return CapsuleLimits.NUMBER;
  }

  @Override
  public int lengthBytes() {
    return CapsuleHeader.LENGTH;
  }

  @Override
  public int ownBytes(FrameView packet) {
    ByteBuf frame = packet.frame();
    int at = packet.dataIndex();
    return CapsuleHeader.isIn(packet) && CapsuleHeader.asksFor(hash, frame, at)
        ? CapsuleHeader.argumentsLength(frame, at)
        : -1;
  }

  @Override
  public void write(ByteBuf data, int ownBytes) {
    CapsuleHeader.write(data, false, ownBytes, hash);
  }
}
