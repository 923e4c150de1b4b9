// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The parameters of a function's blocks, which are passed to them by locals. Chicory 1.7.5's
 * compiler takes them for operands below the block, and so drops too few where a branch leaves it.
 * Loops keep theirs: a branch to a loop is compiled right, and none leaves it by its own label.
 */
final class BlockParameters {
  private record Passed(ModuleType type, int firstLocal) {}

  /** By the number of the instruction that begins a block, its alternative, or ends one without. */
  private final SequencedMap<Integer, Passed> passed = new LinkedHashMap<>();

  private final List<Integer> types = new ArrayList<>();

  /** Takes note of an instruction that begins a block. */
  void opened(int instruction, int op, ModuleType type) throws CodeRefusal {
    if (op == Op.LOOP || type.parameters().length == 0) {
      return;
    }
    passed.put(instruction, new Passed(type, types.size()));
    for (int of : type.parameters()) {
      types.add(of);
    }
    if (types.size() > CodeLimits.BLOCK_PARAMETERS_MAX) {
      throw new CodeRefusal(
          "the blocks of a function have more than "
              + CodeLimits.BLOCK_PARAMETERS_MAX
              + " parameters");
    }
  }

  /** Takes note of an {@code else}, or an end without one, of the block that another began. */
  void alternative(int opening, int instruction) {
    Passed block = passed.get(opening);
    if (block != null) {
      passed.put(instruction, block);
    }
  }

  /** Returns the number of locals that are added. */
  int count() {
    return types.size();
  }

  /** Declares the locals, each a group of its own. */
  void declare(ModuleWriter out) {
    for (int of : types) {
      out.u32(1).u8(of);
    }
  }

  /**
   * Writes an instruction in another way, if it is one of those taken note of.
   *
   * @param firstLocal the index of the first local added here
   * @param conditionLocal that of one for the condition of an {@code if}
   */
  boolean write(
      int instruction,
      int op,
      ModuleWriter out,
      MeteredModule module,
      int firstLocal,
      int conditionLocal) {
    Passed block = passed.get(instruction);
    if (block == null) {
      return false;
    }
    int first = firstLocal + block.firstLocal();
    int count = block.type().parameters().length;
    if (op == Op.IF) {
      out.u8(Op.LOCAL_SET).u32(conditionLocal);
    }
    if (op == Op.IF || op == Op.BLOCK) {
      for (int i = count - 1; i >= 0; i--) {
        out.u8(Op.LOCAL_SET).u32(first + i);
      }
    }
    if (op == Op.IF) {
      out.u8(Op.LOCAL_GET).u32(conditionLocal);
    }
    out.u8(op == Op.END ? Op.ELSE : op);
    if (op == Op.IF || op == Op.BLOCK) {
      writeType(out, module, block.type().results());
    }
    for (int i = 0; i < count; i++) {
      out.u8(Op.LOCAL_GET).u32(first + i);
    }
    if (op == Op.END) {
      out.u8(Op.END);
    }
    return true;
  }

  private static void writeType(ModuleWriter out, MeteredModule module, int[] results) {
    switch (results.length) {
      case 0 -> out.u8(Op.NO_TYPE);
      case 1 -> out.u8(results[0]);
      default -> out.signed(module.typeOfResults(results));
    }
  }
}
