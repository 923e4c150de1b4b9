// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

/**
 * What it takes to compile a module for the JVM, added up as the module is read. A module whose
 * size is permitted could take minutes and gigabytes otherwise: by what metering adds, by the state
 * of locals and stack at each place where ways join, by values that branches drop one by one, and
 * by functions that are compared with each type.
 */
final class CompileEffort {
  private int joins;
  private long dropped;
  private int labels;

  /** Notes a place where ways join, with so many locals and values on the stack. */
  void joins(int values) throws CodeRefusal {
    joins += values;
    if (joins > CodeLimits.JOINED_VALUES_MAX) {
      throw tooMuch("values where its ways join", CodeLimits.JOINED_VALUES_MAX);
    }
  }

  /** Returns about how many bytes of compiled code tell of values where ways join. */
  long frameBytes() {
    return (long) Integer.BYTES * joins;
  }

  /** Notes branches that drop so many values of the stack. */
  void drops(long values) throws CodeRefusal {
    dropped += values;
    if (dropped > CodeLimits.DROPPED_VALUES_MAX) {
      throw tooMuch("values that branches drop", CodeLimits.DROPPED_VALUES_MAX);
    }
  }

  /** Notes a branch by a table. */
  void labels(int count) throws CodeRefusal {
    labels += count;
    if (labels > CodeLimits.LABELS_MAX) {
      throw tooMuch("labels of branches by a table", CodeLimits.LABELS_MAX);
    }
  }

  /** Notes that functions are compared with types, for calls by a table. */
  void compares(int types, int functions) throws CodeRefusal {
    if ((long) types * functions > CodeLimits.TYPES_TIMES_FUNCTIONS_MAX) {
      throw tooMuch("functions times types", CodeLimits.TYPES_TIMES_FUNCTIONS_MAX);
    }
  }

  /** Checks the length of a function's body with metering. */
  void requireShort(ModuleWriter body) throws CodeRefusal {
    if (body.length() > CodeLimits.BODY_BYTES_MAX) {
      throw tooMuch("bytes of a function with metering", CodeLimits.BODY_BYTES_MAX);
    }
  }

  /** Checks the length of all bodies with metering. */
  void requireSmall(ModuleWriter bodies) throws CodeRefusal {
    if (bodies.length() > CodeLimits.METERED_BYTES_MAX) {
      throw tooMuch("bytes with metering", CodeLimits.METERED_BYTES_MAX);
    }
  }

  private static CodeRefusal tooMuch(String what, int max) {
    return new CodeRefusal("it would take too long to compile: more than " + max + " " + what);
  }
}
