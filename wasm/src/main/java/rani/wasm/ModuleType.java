// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.Arrays;

/** Type of a function or block, by the codes of {@link Op}. */
final class ModuleType {
  static final ModuleType NOTHING = new ModuleType(new int[0], new int[0]);

  private final int[] parameters;
  private final int[] results;

  ModuleType(int[] parameters, int[] results) {
    this.parameters = parameters;
    this.results = results;
  }

  int[] parameters() {
    return parameters;
  }

  int[] results() {
    return results;
  }

  /** Returns the type of a function's body as of a block: its parameters are locals. */
  ModuleType asBody() {
    return new ModuleType(new int[0], results);
  }

  boolean is(ModuleType other) {
    return Arrays.equals(parameters, other.parameters) && Arrays.equals(results, other.results);
  }

  /** Parses what {@link #toString} prints of types with at most one result. */
  static ModuleType parse(String text) {
    String[] sides = text.split(" -> ", -1);
    String inner = sides[0].substring(1, sides[0].length() - 1);
    int[] parameters =
        inner.isEmpty()
            ? new int[0]
            : Arrays.stream(inner.split(", ", -1)).mapToInt(ModuleType::code).toArray();
    int[] results = sides.length == 1 ? new int[0] : new int[] {code(sides[1])};
    return new ModuleType(parameters, results);
  }

  private static int code(String name) {
    return switch (name) {
      case "i32" -> Op.I32;
      case "i64" -> Op.I64;
      case "f32" -> Op.F32;
      case "f64" -> Op.F64;
      default -> throw new IllegalArgumentException("no type `" + name + "`");
    };
  }

  private static String name(int code) {
    return switch (code) {
      case Op.I32 -> "i32";
      case Op.I64 -> "i64";
      case Op.F32 -> "f32";
      default -> "f64";
    };
  }

  private static String names(int[] codes) {
    return String.join(", ", Arrays.stream(codes).mapToObj(ModuleType::name).toList());
  }

  /** Prints {@code (i32, i64) -> i32}. */
  @Override
  public String toString() {
    String result = names(results);
    return "(" + names(parameters) + ")" + (result.isEmpty() ? "" : " -> " + result);
  }
}
