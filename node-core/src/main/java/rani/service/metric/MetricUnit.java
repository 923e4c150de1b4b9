// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

/** The unit of a metric, and how its value scales with the pace of a run. */
public enum MetricUnit {
  /** A plain number. */
  COUNT("number", "", 0),
  /** A number that is a name, such as a node's; it is no quantity, so any other number differs. */
  ORDINAL("number", "", 0),
  /** A number of packets, or of messages of connections; a mean need not be whole. */
  PACKETS("packets", "packets", 0),
  BYTES("bytes", "bytes", 0),
  /** A fraction of 1. */
  SHARE("share", "share", 0),
  /** Seconds of experiment time. */
  SECONDS("s", "seconds", -1),
  /** Bits per second of experiment time. */
  BITS_PER_SECOND("bit/s", "bits_per_second", 1),
  /** Events per second of experiment time. */
  PER_SECOND("1/s", "per_second", 1),
  /** Seconds of clocks or processors, which do not scale with the experiment's pace. */
  MACHINE_SECONDS("s", "seconds", 0),
  /** Processor seconds per 10⁶ bytes. */
  MACHINE_SECONDS_PER_MEGABYTE("s/MB", "seconds_per_megabyte", 0);

  private final String text;
  private final String inColumns;
  private final int powerOfPace;

  MetricUnit(String text, String inColumns, int powerOfPace) {
    this.text = text;
    this.inColumns = inColumns;
    this.powerOfPace = powerOfPace;
  }

  /** Returns the symbol in tables. */
  public String text() {
    return text;
  }

  /**
   * Returns the heading of a column of such numbers: the name with the unit at its end, such as
   * {@code throughput.n1_bits_per_second}, unless the name says it already.
   */
  public String column(String name) {
    String words = "_" + name.replace('-', '_').replace('.', '_') + "_";
    return inColumns.isEmpty() || words.contains("_" + inColumns + "_")
        ? name
        : name + "_" + inColumns;
  }

  /** Reports whether the value changes with the pace of a run. */
  public boolean isTimed() {
    return powerOfPace != 0;
  }

  /** Scales a value to a run at {@code pace} times the speed. */
  public double atPace(double number, double pace) {
    return switch (powerOfPace) {
      case -1 -> number / pace;
      case 1 -> number * pace;
      default -> number;
    };
  }
}
