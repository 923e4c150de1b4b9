// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

/** Limits of services in WebAssembly. */
public final class CodeLimits {
  /** The largest module. */
  public static final int MODULE_BYTES_MAX = 256 << 10;

  /** The longest description that a module gives of itself. */
  public static final int DESCRIPTION_BYTES_MAX = 8192;

  /** The largest number of options, of facts and of notes of one service. */
  public static final int DECLARED_MAX = 64;

  /** The largest number of values of a note. */
  public static final int NOTE_VALUES_MAX = 24;

  public static final int FUNCTIONS_MAX = 4096;
  public static final int TYPES_MAX = 1024;
  public static final int PARAMETERS_MAX = 32;
  public static final int RESULTS_MAX = 8;
  public static final int GLOBALS_MAX = 1024;
  public static final int TABLE_ENTRIES_MAX = 4096;

  /** The largest number of locals of a function, with its parameters. */
  public static final int LOCALS_MAX = 1024;

  /** The largest number of parameters of a function's blocks, loops aside, together. */
  public static final int BLOCK_PARAMETERS_MAX = 1024;

  /** The largest number of values that wait on a function's stack. */
  public static final int STACK_MAX = 1024;

  /** The deepest nesting of blocks in a function. */
  public static final int NESTING_MAX = 128;

  /** The largest size of a function's body, before and after metering was added. */
  public static final int BODY_BYTES_MAX = 64 << 10;

  /** The largest size of all functions' bodies with metering. */
  public static final int METERED_BYTES_MAX = 768 << 10;

  /** The most locals and values on the stack, added up over places where ways join. */
  public static final int JOINED_VALUES_MAX = 1 << 20;

  /** The most values that branches drop, added up over a module's branches. */
  public static final int DROPPED_VALUES_MAX = 1 << 15;

  /** The most labels of a module's branches by a table. */
  public static final int LABELS_MAX = 1 << 15;

  /** The largest product of a module's types and its functions, those imported among them. */
  public static final int TYPES_TIMES_FUNCTIONS_MAX = 1 << 17;

  /** The largest depth of calls, in units: see {@link #FRAME_VALUES}. */
  public static final int DEPTH_MAX = 256;

  /**
   * A call costs a unit of depth, and one more for each so many values of the caller's frame; a
   * call by the table twice that.
   */
  public static final int FRAME_VALUES = 16;

  /** Fuel of a call of an imported function. */
  public static final int IMPORT_FUEL = 50;

  /** Bytes that are copied, filled or sent cost one for each 2 to this. */
  static final int BYTES_PER_FUEL_SHIFT = 3;

  /** Further fuel of a call that sends, installs or writes something. */
  public static final int ACT_FUEL = 1000;

  /** The largest number of notes of one service within one second of node time. */
  public static final int NOTES_PER_SECOND_MAX = 10_000;

  /** How long a filter lasts that is not installed again, since it outlives its service. */
  public static final long FILTER_NANOS_MAX = 60_000_000_000L;

  public static final int FUEL_MIN = 1000;
  public static final int FUEL_MAX = 10_000_000;
  public static final int FUEL_DEFAULT = 100_000;
  public static final long FUEL_RATE_MAX = 10_000_000_000L;
  public static final long FUEL_RATE_DEFAULT = 100_000_000;

  /** Fuel for the start of a module and for its description. */
  public static final int DESCRIBE_FUEL = 1_000_000;

  /** The largest size of a message's fields. */
  public static final int MESSAGE_BYTES_MAX = 1024;

  public static final int PAGES_MAX = 64;
  public static final int PAGES_DEFAULT = 32;

  private CodeLimits() {}
}
