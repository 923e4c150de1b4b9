// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

/** The unit of a metric, and how its value scales with the pace of a run. */
public enum MetricUnit {
  /** A plain number. */
  COUNT("number", 0),
  /** A number that is a name, such as a node's; it is no quantity, so any other number differs. */
  ORDINAL("number", 0),
  /** A number of packets, or of messages of connections; a mean need not be whole. */
  PACKETS("packets", 0),
  BYTES("bytes", 0),
  /** A fraction of 1. */
  SHARE("share", 0),
  /** Seconds of experiment time. */
  SECONDS("s", -1),
  /** Bits per second of experiment time. */
  BITS_PER_SECOND("bit/s", 1),
  /** Events per second of experiment time. */
  PER_SECOND("1/s", 1),
  /** Seconds of clocks or processors, which do not scale with the experiment's pace. */
  MACHINE_SECONDS("s", 0),
  /** Processor seconds per 10⁶ bytes. */
  MACHINE_SECONDS_PER_MEGABYTE("s/MB", 0);

  private final String text;
  private final int powerOfPace;

  MetricUnit(String text, int powerOfPace) {
    this.text = text;
    this.powerOfPace = powerOfPace;
  }

  /** Returns the symbol in tables. */
  public String text() {
    return text;
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
