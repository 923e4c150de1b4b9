// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Adds to a function the code that counts its fuel and the depth of calls, and makes NaNs canonical
 * where their bits could be seen.
 *
 * <p>A function's instructions outside of loops are paid as it begins, a loop's instructions
 * outside of inner loops each time it begins or repeats. So code without loops pays once, whatever
 * branches it takes, and no path is free.
 */
final class FunctionMetering {
  private static final int BLOCK_TYPE_BITS = 33;
  private static final int INT_BITS = 32;
  private static final int LONG_BITS = 64;
  private static final int[] CANONICAL_F32 = {0x00, 0x00, 0xC0, 0x7F};
  private static final int[] CANONICAL_F64 = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xF8, 0x7F};

  /** Stands for the opcode of a call of an imported function, which is as deep as its caller. */
  private static final int IMPORT_CALL = -1;

  /** Locals that the counting code uses, after those of the function. */
  private static final int[] ADDED_LOCALS = {Op.I64, Op.I32, Op.F32, Op.F64, Op.I32};

  private static final int LOCAL_I64 = 0;
  private static final int LOCAL_I32 = 1;
  private static final int LOCAL_F32 = 2;
  private static final int LOCAL_F64 = 3;
  private static final int LOCAL_ADDRESS = 4;

  private final MeteredModule module;
  private final ModuleReader in;
  private final ModuleWriter out = new ModuleWriter();
  private final List<Integer> starts = new ArrayList<>();
  private final List<Integer> opcodes = new ArrayList<>();

  /** For each instruction whether it is left out. */
  private final BitSet unreached = new BitSet();

  private final BlockParameters blockParameters = new BlockParameters();

  /** For each instruction that begins to pay: the function's first, and loops. */
  private final List<Integer> costs = new ArrayList<>();

  /** The blocks that are open, the innermost first. */
  private final Deque<Open> open = new ArrayDeque<>();

  private int localGroups;
  private int localsFrom;
  private int localsTo;
  private int locals;
  private int height;
  private int heightMax;
  private int joins;

  private FunctionMetering(MeteredModule module, ModuleReader body) {
    this.module = module;
    this.in = body;
  }

  /** Returns a body with metering. */
  static ModuleWriter of(MeteredModule module, ModuleType type, ModuleReader body)
      throws CodeRefusal {
    FunctionMetering metering = new FunctionMetering(module, body);
    metering.readLocals(type);
    metering.read(type);
    body.requireEnd("a function's body");
    metering.write();
    module.effort().requireShort(metering.out);
    return metering.out;
  }

  private void readLocals(ModuleType type) throws CodeRefusal {
    locals = type.parameters().length;
    localGroups = in.count(CodeLimits.LOCALS_MAX, "groups of locals");
    localsFrom = in.at();
    for (int group = 0; group < localGroups; group++) {
      int count = in.u32();
      locals = Math.addExact(locals, Math.min(count, CodeLimits.LOCALS_MAX + 1));
      if (locals > CodeLimits.LOCALS_MAX) {
        throw new CodeRefusal("a function has more than " + CodeLimits.LOCALS_MAX + " locals");
      }
      if (!Op.isNumeric(in.u8())) {
        throw new CodeRefusal("it has locals that are not numbers");
      }
    }
    localsTo = in.at();
  }

  /**
   * A block that is open: its opcode, {@code else} from there on, and the number of the instruction
   * that began it; the stack's height below it, and what pays for it.
   */
  private record Open(int op, int at, int height, ModuleType type, int payer) {
    Open other() {
      return new Open(Op.ELSE, at, height, type, payer);
    }
  }

  /** Reads all instructions, checks them and what they name, and adds up what they cost. */
  private void read(ModuleType type) throws CodeRefusal {
    open.push(new Open(Op.BLOCK, -1, 0, type.asBody(), 0));
    costs.add(0);
    module.effort().joins(locals);
    int jumpedAt = 0; // how many blocks were open where a jump left the innermost; 0 if none did
    while (!open.isEmpty()) {
      Open inner = open.element();
      starts.add(in.at());
      int op = in.u8();
      int more = op == Op.MORE ? in.u32() : 0;
      opcodes.add(op == Op.MORE ? Op.MORE << Byte.SIZE | Math.min(more, 0xFF) : op);
      if (open.size() == jumpedAt && (op == Op.END || op == Op.ELSE)) {
        jumpedAt = 0;
      }
      boolean isUnreached = jumpedAt > 0;
      unreached.set(opcodes.size() - 1, isUnreached);
      if (!isUnreached) {
        costs.set(inner.payer(), costs.get(inner.payer()) + 1);
        jumpedAt = isJump(op) ? open.size() : 0;
        if (isJoin(op)) {
          joins++;
          module.effort().joins(locals + height);
        }
      }
      switch (op) {
        case Op.BLOCK, Op.LOOP, Op.IF -> open(op, isUnreached);
        case Op.ELSE -> {
          blockParameters.alternative(inner.at(), opcodes.size() - 1);
          height = inner.height() + inner.type().parameters().length;
          open.pop();
          open.push(inner.other());
        }
        case Op.END -> {
          if (inner.op() == Op.IF) {
            blockParameters.alternative(inner.at(), opcodes.size() - 1);
          }
          height = inner.height() + inner.type().results().length;
          open.pop();
        }
        case Op.CALL -> call(inner, isUnreached);
        case Op.CALL_INDIRECT -> {
          ModuleType of = module.type(in.u32());
          if (in.u32() != 0) {
            throw new CodeRefusal("it has several tables");
          }
          height += of.results().length - of.parameters().length - 1;
        }
        case Op.BR, Op.BR_IF, Op.BR_TABLE -> branch(op, isUnreached);
        default -> height += operands(op, more);
      }
      height = Math.max(0, height); // after a branch the stack is of any height
      heightMax = Math.max(heightMax, height);
    }
    module.effort().joins(joins * blockParameters.count());
    if (heightMax > CodeLimits.STACK_MAX) {
      throw new CodeRefusal(
          "a function keeps more than " + CodeLimits.STACK_MAX + " values on its stack");
    }
  }

  private void call(Open inner, boolean isUnreached) throws CodeRefusal {
    int callee = in.u32();
    ModuleType of = module.functionType(callee);
    if (module.isImport(callee) && !isUnreached) {
      costs.set(inner.payer(), costs.get(inner.payer()) + CodeLimits.IMPORT_FUEL);
      opcodes.set(opcodes.size() - 1, IMPORT_CALL);
    }
    height += of.results().length - of.parameters().length;
  }

  /** Reads the labels of a branch, and takes its operand from the stack. */
  private void branch(int op, boolean isUnreached) throws CodeRefusal {
    height -= op == Op.BR ? 0 : 1;
    int targets = 1;
    int below = 0;
    if (op == Op.BR_TABLE) {
      int labels = in.count(CodeLimits.BODY_BYTES_MAX, "labels");
      for (int each = 0; each <= labels; each++) {
        in.u32();
      }
      module.effort().labels(labels);
      targets = Math.min(labels + 1, open.size());
    } else {
      below = open.stream().skip(in.u32()).mapToInt(Open::height).findFirst().orElse(0);
    }
    if (!isUnreached) {
      module.effort().drops((long) targets * Math.max(0, height - below));
    }
  }

  /** Reports whether ways join at an instruction, or where it is counted. */
  private static boolean isJoin(int op) {
    return switch (op) {
      case Op.BLOCK, Op.LOOP, Op.IF, Op.ELSE, Op.BR_IF, Op.CALL, Op.CALL_INDIRECT, Op.MORE -> true;
      default -> false;
    };
  }

  /** Opens a block. */
  private void open(int op, boolean isUnreached) throws CodeRefusal {
    ModuleType type = blockType();
    int below = Math.max(0, height - (op == Op.IF ? 1 : 0) - type.parameters().length);
    int payer = open.element().payer();
    if (op == Op.LOOP && !isUnreached) {
      payer = costs.size();
      costs.add(0);
    }
    int at = opcodes.size() - 1;
    open.push(new Open(op, at, below, type, payer));
    if (!isUnreached) {
      blockParameters.opened(at, op, type);
    }
    if (open.size() > CodeLimits.NESTING_MAX) {
      throw new CodeRefusal("its blocks are nested deeper than " + CodeLimits.NESTING_MAX);
    }
    height = below + type.parameters().length;
  }

  private static boolean isJump(int op) {
    return op == Op.UNREACHABLE || op == Op.BR || op == Op.BR_TABLE || op == Op.RETURN;
  }

  private ModuleType blockType() throws CodeRefusal {
    long type = in.signed(BLOCK_TYPE_BITS);
    if (type >= 0) {
      return module.type((int) Math.min(type, Integer.MAX_VALUE));
    }
    int of = (int) type & 0x7F;
    if (of == Op.NO_TYPE) {
      return ModuleType.NOTHING;
    }
    if (!Op.isNumeric(of)) {
      throw new CodeRefusal("a block has another result than a number");
    }
    return new ModuleType(new int[0], new int[] {of});
  }

  /** Reads the operands of a plain instruction; returns how it changes the stack's height. */
  private int operands(int op, int more) throws CodeRefusal {
    return switch (op) {
      case Op.UNREACHABLE, Op.NOP, Op.RETURN -> 0;
      case Op.DROP -> -1;
      case Op.SELECT -> -2;
      case Op.LOCAL_GET, Op.LOCAL_SET, Op.LOCAL_TEE -> {
        module.requireBelow(in.u32(), locals, "local");
        yield op == Op.LOCAL_GET ? 1 : op == Op.LOCAL_SET ? -1 : 0;
      }
      case Op.GLOBAL_GET, Op.GLOBAL_SET -> {
        module.requireBelow(in.u32(), module.globals(), "global");
        yield op == Op.GLOBAL_GET ? 1 : -1;
      }
      case Op.MEMORY_SIZE, Op.MEMORY_GROW -> {
        theMemory();
        yield op == Op.MEMORY_SIZE ? 1 : 0;
      }
      case Op.I32_CONST -> {
        in.signed(INT_BITS);
        yield 1;
      }
      case Op.I64_CONST -> {
        in.signed(LONG_BITS);
        yield 1;
      }
      case Op.F32_CONST -> {
        in.skip(Float.BYTES);
        yield 1;
      }
      case Op.F64_CONST -> {
        in.skip(Double.BYTES);
        yield 1;
      }
      case Op.MORE -> bulk(more);
      default -> {
        if (op >= Op.I32_LOAD && op <= Op.I64_STORE32) {
          memoryArgument();
          yield op >= Op.I32_STORE ? -2 : 0;
        }
        if (op >= Op.I32_EQZ && op <= Op.I64_EXTEND32_S) {
          yield Op.calculation(op);
        }
        throw refused(op);
      }
    };
  }

  private void memoryArgument() throws CodeRefusal {
    int align = in.u32();
    if (align >= Byte.SIZE) {
      throw new CodeRefusal("it has several memories");
    }
    long offset = in.unsigned32();
    if (offset > Integer.MAX_VALUE) {
      // No memory is so large. Chicory would take the offset for a negative one.
      throw new CodeRefusal("an instruction reaches beyond every memory");
    }
  }

  private void theMemory() throws CodeRefusal {
    if (in.u8() != 0) {
      throw new CodeRefusal("it has several memories");
    }
  }

  private int bulk(int more) throws CodeRefusal {
    return switch (more) {
      case Op.MEMORY_INIT -> {
        in.u32();
        theMemory();
        yield -3;
      }
      case Op.DATA_DROP -> {
        in.u32();
        yield 0;
      }
      case Op.MEMORY_COPY -> {
        theMemory();
        theMemory();
        yield -3;
      }
      case Op.MEMORY_FILL -> {
        theMemory();
        yield -3;
      }
      default -> {
        if (more > Op.TRUNC_SAT_LAST) {
          throw refused(Op.MORE);
        }
        yield 0;
      }
    };
  }

  private static CodeRefusal refused(int op) {
    return new CodeRefusal(
        "it uses an instruction of " + Op.refused(op) + " (0x" + Integer.toHexString(op) + ")");
  }

  private void writeLocals() {
    out.u32(localGroups + ADDED_LOCALS.length + blockParameters.count());
    out.copy(in.bytes(), localsFrom, localsTo - localsFrom);
    for (int of : ADDED_LOCALS) {
      out.u32(1).u8(of);
    }
    blockParameters.declare(out);
  }

  private void write() throws CodeRefusal {
    starts.add(in.at());
    writeLocals();
    int frame = 1 + (locals + blockParameters.count() + heightMax) / CodeLimits.FRAME_VALUES;
    pay(costs.getFirst());
    int loops = 0;
    int before = Op.NOP;
    for (int i = 0; i < opcodes.size(); i++) {
      if (unreached.get(i)) {
        continue;
      }
      int op = opcodes.get(i);
      boolean isCall = op == Op.CALL || op == Op.CALL_INDIRECT;
      int units = op == Op.CALL_INDIRECT ? 2 * frame : frame; // it takes two frames of the JVM
      if (isCall) {
        deepen(units);
      }
      canonical(op);
      if (op == (Op.MORE << Byte.SIZE | Op.MEMORY_INIT)
          || op == (Op.MORE << Byte.SIZE | Op.MEMORY_COPY)
          || op == (Op.MORE << Byte.SIZE | Op.MEMORY_FILL)) {
        payForBytes();
      }
      if (op == Op.END && before == Op.END) {
        // Chicory 1.7.5 takes a branch to the second of two ends for one to the first.
        out.u8(Op.NOP);
      }
      before = op;
      if (op == Op.I32_STORE8 || op == Op.I64_STORE8 || op == Op.I64_STORE32) {
        store(op, new ModuleReader(in.bytes(), starts.get(i) + 1, starts.get(i + 1)));
        continue;
      }
      int first = local(ADDED_LOCALS.length);
      if (!blockParameters.write(i, op, out, module, first, local(LOCAL_I32))) {
        out.copy(in.bytes(), starts.get(i), starts.get(i + 1) - starts.get(i));
      }
      if (isCall) {
        out.u8(Op.GLOBAL_GET).u32(module.depthGlobal());
        out.u8(Op.I32_CONST).signed(units);
        out.u8(Op.I32_SUB, Op.GLOBAL_SET).u32(module.depthGlobal());
      }
      if (op == Op.LOOP) {
        pay(costs.get(++loops));
      }
    }
  }

  /**
   * Writes a store whose address is computed beforehand. Chicory 1.7.5's interpreter adds the
   * offset to a negative address, where the compiler, by the specification, traps.
   */
  private void store(int op, ModuleReader operands) throws CodeRefusal {
    int align = operands.u32();
    int offset = operands.u32();
    if (offset > 0) {
      int value = local(op == Op.I32_STORE8 ? LOCAL_I32 : LOCAL_I64);
      int address = local(LOCAL_ADDRESS);
      out.u8(Op.LOCAL_SET).u32(value);
      out.u8(Op.LOCAL_TEE).u32(address);
      out.u8(Op.I32_CONST).signed(offset);
      out.u8(Op.I32_ADD, Op.LOCAL_GET).u32(address);
      out.u8(Op.I32_CONST).signed(Integer.MIN_VALUE);
      out.u8(Op.I32_AND, Op.I32_OR, Op.LOCAL_GET).u32(value);
    }
    out.u8(op).u32(align).u32(0);
  }

  private int local(int added) {
    return locals + added;
  }

  private void pay(int fuel) {
    out.u8(Op.GLOBAL_GET).u32(module.fuelGlobal());
    out.u8(Op.I64_CONST).signed(fuel);
    takeFuel();
  }

  /** Pays for a number of bytes, the topmost operand, which stays. */
  private void payForBytes() {
    out.u8(Op.LOCAL_TEE).u32(local(LOCAL_I32));
    out.u8(Op.GLOBAL_GET).u32(module.fuelGlobal());
    out.u8(Op.LOCAL_GET).u32(local(LOCAL_I32));
    out.u8(Op.I64_EXTEND_I32_U);
    out.u8(Op.I64_CONST).signed(CodeLimits.BYTES_PER_FUEL_SHIFT);
    out.u8(Op.I64_SHR_U);
    takeFuel();
  }

  private void takeFuel() {
    out.u8(Op.I64_SUB, Op.LOCAL_TEE).u32(local(LOCAL_I64));
    out.u8(Op.GLOBAL_SET).u32(module.fuelGlobal());
    out.u8(Op.LOCAL_GET).u32(local(LOCAL_I64));
    out.u8(Op.I64_CONST).signed(0);
    out.u8(Op.I64_LT_S);
    trapIf();
  }

  private void deepen(int units) {
    out.u8(Op.GLOBAL_GET).u32(module.depthGlobal());
    out.u8(Op.I32_CONST).signed(units);
    out.u8(Op.I32_ADD, Op.LOCAL_TEE).u32(local(LOCAL_I32));
    out.u8(Op.GLOBAL_SET).u32(module.depthGlobal());
    out.u8(Op.LOCAL_GET).u32(local(LOCAL_I32));
    out.u8(Op.I32_CONST).signed(CodeLimits.DEPTH_MAX);
    out.u8(Op.I32_GT_S);
    trapIf();
  }

  private void trapIf() {
    out.u8(Op.IF, Op.NO_TYPE, Op.UNREACHABLE, Op.END);
  }

  /** Makes a NaN on top of the stack canonical, if the instruction shows its bits. */
  private void canonical(int op) {
    switch (op) {
      case Op.F32_STORE, Op.F32_COPYSIGN, Op.I32_REINTERPRET_F32 ->
          canonical(local(LOCAL_F32), Op.F32_CONST, CANONICAL_F32, Op.F32_EQ);
      case Op.F64_STORE, Op.F64_COPYSIGN, Op.I64_REINTERPRET_F64 ->
          canonical(local(LOCAL_F64), Op.F64_CONST, CANONICAL_F64, Op.F64_EQ);
      default -> {}
    }
  }

  private void canonical(int local, int constant, int[] nan, int equals) {
    out.u8(Op.LOCAL_TEE).u32(local);
    out.u8(constant).u8(nan);
    out.u8(Op.LOCAL_GET).u32(local);
    out.u8(Op.LOCAL_GET).u32(local);
    out.u8(equals, Op.SELECT); // a NaN alone differs from itself
  }
}
