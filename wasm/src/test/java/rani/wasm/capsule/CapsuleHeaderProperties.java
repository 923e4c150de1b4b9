// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.wasm.CodeHash;

class CapsuleHeaderProperties {
  /** Written here byte by byte, as docs/webassembly.md draws it. */
  private static byte[] drawn(byte[] hash, byte[] arguments, byte[] code) {
    ByteBuf data = Unpooled.buffer();
    data.writeByte(1).writeByte(code.length == 0 ? 0 : 1);
    data.writeByte(arguments.length >> 8).writeByte(arguments.length);
    return ByteBufUtil.getBytes(data.writeBytes(hash).writeBytes(arguments).writeBytes(code));
  }

  @Property
  void whatIsWrittenIsRead(
      @ForAll @Size(32) byte[] hash,
      @ForAll @Size(max = 600) byte[] arguments,
      @ForAll @Size(max = 100) byte[] code,
      @ForAll @IntRange(max = 9) int before) {
    ByteBuf data = Unpooled.buffer().writeZero(before);
    CodeHash read = CodeHash.read(Unpooled.wrappedBuffer(hash), 0);
    CapsuleHeader.write(data, code.length > 0, arguments.length, read);
    data.writeBytes(arguments).writeBytes(code);
    int length = data.readableBytes() - before;

    byte[] drawn = drawn(hash, arguments, code);
    assertEquals(
        ByteBufUtil.hexDump(drawn),
        ByteBufUtil.hexDump(data, before, data.readableBytes() - before));
    assertTrue(CapsuleHeader.isAt(data, before, length));
    assertTrue(CapsuleHeader.asksFor(read, data, before));
    assertEquals(ByteBufUtil.hexDump(hash), CapsuleHeader.hashHex(data, before));
    assertEquals(read, CodeHash.parse(read.hex()));
    assertEquals(code.length > 0, CapsuleHeader.carriesCode(data, before));
    assertEquals(arguments.length, CapsuleHeader.argumentsLength(data, before));
    assertEquals(before + 36 + arguments.length, CapsuleHeader.codeIndex(data, before));
    assertEquals(code.length > 1, CapsuleHeader.isAt(data, before, length - 1), "cut short");
  }

  /** What is no capsule is refused by its length or a field; nothing beyond it is read. */
  @Property
  void anyBytesAreReadOrRefused(@ForAll @Size(max = 80) byte[] bytes) {
    ByteBuf data = Unpooled.wrappedBuffer(bytes);
    boolean isOne = CapsuleHeader.isAt(data, 0, bytes.length);
    int rest =
        bytes.length < 36 ? -1 : bytes.length - 36 - (bytes[2] & 0xff) * 256 - (bytes[3] & 0xff);
    boolean expected =
        rest >= 0 && bytes[0] == 1 && ((bytes[1] == 0 && rest == 0) || (bytes[1] == 1 && rest > 0));
    assertEquals(expected, isOne);
  }

  @Property
  void oneOtherByteOfTheHashIsAnotherHash(
      @ForAll @Size(32) byte[] hash, @ForAll @IntRange(max = 31) int place) {
    CodeHash one = CodeHash.read(Unpooled.wrappedBuffer(hash), 0);
    byte[] other = hash.clone();
    other[place] ^= 1;
    assertFalse(one.isAt(Unpooled.wrappedBuffer(other), 0));
    assertTrue(one.isAt(Unpooled.wrappedBuffer(hash), 0));
  }
}
