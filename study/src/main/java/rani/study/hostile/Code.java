// SPDX-License-Identifier: Apache-2.0
package rani.study.hostile;

import java.io.ByteArrayOutputStream;

/** The instructions of one function, in the binary format of WebAssembly. */
final class Code {
  static final int UNREACHABLE = 0x00;
  static final int DROP = 0x1A;
  static final int I32_EQZ = 0x45;
  static final int I32_ADD = 0x6A;
  static final int I32_SUB = 0x6B;
  static final int I32_DIV_S = 0x6D;
  static final int I32_REM_U = 0x70;
  static final int I64_ADD = 0x7C;
  static final int I64_MUL = 0x7E;
  static final int I32_TRUNC_F64_S = 0xAA;
  static final int F64_DIV = 0xA3;
  static final int F64_SQRT = 0x9F;
  static final int I64_LOAD = 0x29;
  static final int I32_STORE = 0x36;
  static final int I64_STORE = 0x37;
  static final int F64_STORE = 0x39;

  private static final int NO_RESULT = 0x40;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  byte[] bytes() {
    return bytes.toByteArray();
  }

  Code op(int... codes) {
    for (int code : codes) {
      bytes.write(code);
    }
    return this;
  }

  Code i32(int value) {
    bytes.write(0x41);
    signed(bytes, value);
    return this;
  }

  Code i64(long value) {
    bytes.write(0x42);
    signed(bytes, value);
    return this;
  }

  Code f64(double value) {
    bytes.write(0x44);
    long bits = Double.doubleToRawLongBits(value);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes.write((int) (bits >>> Byte.SIZE * i));
    }
    return this;
  }

  Code get(int local) {
    return indexed(0x20, local);
  }

  Code set(int local) {
    return indexed(0x21, local);
  }

  Code getGlobal(int global) {
    return indexed(0x23, global);
  }

  Code setGlobal(int global) {
    return indexed(0x24, global);
  }

  Code call(int function) {
    return indexed(0x10, function);
  }

  /** Calls a function of the node, and forgets its result. */
  Code call(Abi function) {
    call(function.ordinal());
    return function.returns() ? op(DROP) : this;
  }

  Code callIndirect(int type) {
    return indexed(0x11, type).op(0);
  }

  Code block() {
    return op(0x02, NO_RESULT);
  }

  Code loop() {
    return op(0x03, NO_RESULT);
  }

  Code ifTrue() {
    return op(0x04, NO_RESULT);
  }

  Code end() {
    return op(0x0B);
  }

  Code br(int depth) {
    return indexed(0x0C, depth);
  }

  Code brIf(int depth) {
    return indexed(0x0D, depth);
  }

  Code giveBack() {
    return op(0x0F);
  }

  /** Loads from or stores to an address that was pushed, plus an offset. */
  Code memory(int operation, long offset) {
    bytes.write(operation);
    bytes.write(0);
    unsigned(bytes, offset);
    return this;
  }

  Code grow() {
    return op(0x40, 0);
  }

  Code fill() {
    return op(0xFC, 11, 0);
  }

  Code copy() {
    return op(0xFC, 10, 0, 0);
  }

  /** Repeats a body so many times, by a local of type i32. */
  Code repeat(int local, int times, Runnable body) {
    i32(times).set(local).loop();
    body.run();
    return get(local).i32(1).op(I32_SUB, 0x22).unsignedByte(local).brIf(0).end();
  }

  /** Repeats a body without end. */
  Code forever(Runnable body) {
    loop();
    body.run();
    return br(0).end();
  }

  private Code unsignedByte(int value) {
    unsigned(bytes, value);
    return this;
  }

  private Code indexed(int operation, int index) {
    bytes.write(operation);
    unsigned(bytes, index);
    return this;
  }

  /** Writes LEB128. */
  static void unsigned(ByteArrayOutputStream out, long value) {
    long rest = value;
    while (rest >= 0x80 || rest < 0) {
      out.write((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** Writes signed LEB128. */
  static void signed(ByteArrayOutputStream out, long value) {
    long rest = value;
    while (rest < -0x40 || rest >= 0x40) {
      out.write((int) (rest & 0x7F | 0x80));
      rest >>= 7;
    }
    out.write((int) (rest & 0x7F));
  }
}
