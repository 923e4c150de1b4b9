// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

/**
 * Instructions of WebAssembly, by their opcodes (WebAssembly Core Specification 1.0 and 2.0, §5.4).
 */
final class Op {
  static final int UNREACHABLE = 0x00;
  static final int NOP = 0x01;
  static final int BLOCK = 0x02;
  static final int LOOP = 0x03;
  static final int IF = 0x04;
  static final int ELSE = 0x05;
  static final int END = 0x0B;
  static final int BR = 0x0C;
  static final int BR_IF = 0x0D;
  static final int BR_TABLE = 0x0E;
  static final int RETURN = 0x0F;
  static final int CALL = 0x10;
  static final int CALL_INDIRECT = 0x11;
  static final int DROP = 0x1A;
  static final int SELECT = 0x1B;
  static final int LOCAL_GET = 0x20;
  static final int LOCAL_SET = 0x21;
  static final int LOCAL_TEE = 0x22;
  static final int GLOBAL_GET = 0x23;
  static final int GLOBAL_SET = 0x24;
  static final int I32_LOAD = 0x28;
  static final int I32_STORE = 0x36;
  static final int F32_STORE = 0x38;
  static final int F64_STORE = 0x39;
  static final int I32_STORE8 = 0x3A;
  static final int I64_STORE8 = 0x3C;
  static final int I64_STORE32 = 0x3E;
  static final int MEMORY_SIZE = 0x3F;
  static final int MEMORY_GROW = 0x40;
  static final int I32_CONST = 0x41;
  static final int I64_CONST = 0x42;
  static final int F32_CONST = 0x43;
  static final int F64_CONST = 0x44;
  static final int I32_EQZ = 0x45;
  static final int I32_GT_S = 0x4A;
  static final int I64_LT_S = 0x53;
  static final int F32_EQ = 0x5B;
  static final int F64_EQ = 0x61;
  static final int I32_ADD = 0x6A;
  static final int I32_SUB = 0x6B;
  static final int I32_AND = 0x71;
  static final int I32_OR = 0x72;
  static final int I64_SUB = 0x7D;
  static final int I64_SHR_U = 0x88;
  static final int F32_COPYSIGN = 0x98;
  static final int F64_COPYSIGN = 0xA6;
  static final int I64_EXTEND_I32_U = 0xAD;
  static final int I32_REINTERPRET_F32 = 0xBC;
  static final int I64_REINTERPRET_F64 = 0xBD;
  static final int I64_EXTEND32_S = 0xC4;

  /** First byte of saturating conversions and bulk memory instructions. */
  static final int MORE = 0xFC;

  static final int TRUNC_SAT_LAST = 7;
  static final int MEMORY_INIT = 8;
  static final int DATA_DROP = 9;
  static final int MEMORY_COPY = 10;
  static final int MEMORY_FILL = 11;

  /** Block type without parameters and results. */
  static final int NO_TYPE = 0x40;

  static final int I32 = 0x7F;
  static final int I64 = 0x7E;
  static final int F32 = 0x7D;
  static final int F64 = 0x7C;

  /**
   * How the height of the operand stack changes by the instructions from {@link #I32_EQZ} to {@link
   * #I64_EXTEND32_S}: a comparison or calculation of two operands takes one away.
   */
  private static final int[][] TWO_OPERANDS = {
    {0x46, 0x4F},
    {0x51, 0x5A},
    {0x5B, 0x60},
    {0x61, 0x66},
    {0x6A, 0x78},
    {0x7C, 0x8A},
    {0x92, 0x98},
    {0xA0, 0xA6},
  };

  private Op() {}

  static boolean isNumeric(int type) {
    return type >= F64 && type <= I32;
  }

  /** Returns how a calculation, conversion or comparison changes the height of the stack. */
  static int calculation(int op) {
    for (int[] range : TWO_OPERANDS) {
      if (op >= range[0] && op <= range[1]) {
        return -1;
      }
    }
    return 0;
  }

  /** Returns the name of what an opcode belongs to that is not accepted. */
  static String refused(int op) {
    return switch (op) {
      case 0x06, 0x07, 0x08, 0x09, 0x0A, 0x18, 0x19, 0x1F -> "exceptions";
      case 0x12, 0x13, 0x14, 0x15 -> "tail calls";
      case 0x1C, 0x25, 0x26, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6 -> "references";
      case 0xFB -> "garbage collection";
      case MORE -> "tables that change";
      case 0xFD -> "SIMD";
      case 0xFE -> "threads";
      default -> "no version of WebAssembly";
    };
  }
}
