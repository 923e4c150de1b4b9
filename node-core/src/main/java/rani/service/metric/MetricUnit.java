// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

/** What a metric is counted in, and what becomes of its number at another pace of the run. */
public enum MetricUnit {
  /** A plain number of anything. */
  COUNT("number", 0),
  /** A number that is a name, such as a node's: no amount, so that any other number differs. */
  ORDINAL("number", 0),
  /** A number of packets, or of messages of connections; a mean need not be whole. */
  PACKETS("packets", 0),
  /** Octets. */
  BYTES("bytes", 0),
  /** A part of 1. */
  SHARE("share", 0),
  /** Seconds of the experiment. */
  SECONDS("s", -1),
  /** Bits in a second of the experiment. */
  BITS_PER_SECOND("bit/s", 1),
  /** So many in a second of the experiment. */
  PER_SECOND("1/s", 1),
  /** Seconds of clocks or processors, which do not care for the experiment's pace. */
  MACHINE_SECONDS("s", 0),
  /** Seconds of processors for 10⁶ bytes. */
  MACHINE_SECONDS_PER_MEGABYTE("s/MB", 0);

  private final String text;
  private final int powerOfPace;

  MetricUnit(String text, int powerOfPace) {
    this.text = text;
    this.powerOfPace = powerOfPace;
  }

  /** How it is written. */
  public String text() {
    return text;
  }

  /** Whether time is in it, so that numbers change with the pace of a run. */
  public boolean isTimed() {
    return powerOfPace != 0;
  }

  /** What a number comes to in a run that is so many times as fast. */
  public double atPace(double number, double pace) {
    return switch (powerOfPace) {
      case -1 -> number / pace;
      case 1 -> number * pace;
      default -> number;
    };
  }
}
