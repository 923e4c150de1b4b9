// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import rani.ground.LabFailure;
import rani.world.Verdict;

/**
 * ns-2's RED, arrival by arrival, and rani's beside it. Both have random streams of their own, so
 * rani's numbers are prescribed: 0 where ns-2 dropped the packet, and just below 1 where ns-2 did
 * not. Decisions with probability 0 or 1 that differ even so are counted.
 */
record RedTrace(List<Row> rows) {
  /** How far two averages may lie apart, as a part: ns-2 prints six figures. */
  static final double AVERAGE_APART_MAX = 1e-5;

  /**
   * An arrival in ns-2.
   *
   * @param average after it, in packets
   * @param dropped whether it was
   */
  record Row(Arrival arrival, double average, boolean dropped) {}

  /**
   * The result of the comparison.
   *
   * @param rows arrivals
   * @param dropped by ns-2
   * @param alike averages that are within {@link #AVERAGE_APART_MAX}
   * @param furthest how far the worst is apart, as a part
   * @param resisted decisions of ns-2 that rani's rules do not allow
   */
  record Beside(int rows, int dropped, int alike, double furthest, int resisted) {
    /** Whether ns-2's run is one that rani's rules could have made. */
    boolean agrees() {
      return alike == rows && resisted == 0;
    }
  }

  /**
   * Reads what {@code red.tcl … each} printed.
   *
   * @param unitBytes what ns-2's average counts as one packet: 1, or in byte mode the mean packet
   */
  static RedTrace parse(List<Arrival> arrivals, List<String> lines, double unitBytes)
      throws LabFailure {
    if (lines.size() != arrivals.size()) {
      throw new LabFailure(
          "ns-2 told of " + lines.size() + " arrivals at RED, not of " + arrivals.size());
    }
    List<Row> rows = new ArrayList<>();
    long before = 0;
    for (int i = 0; i < lines.size(); i++) {
      String[] words = lines.get(i).split(" ");
      long dropped = Long.parseLong(words[3]);
      double average = Double.parseDouble(words[1]) / unitBytes;
      rows.add(new Row(arrivals.get(i), average, dropped > before));
      before = dropped;
    }
    return new RedTrace(rows);
  }

  /** Lets rani's RED make the same decisions. */
  Beside beside(String mode, String rules) throws LabFailure {
    Compelled chance = new Compelled();
    RedQueue red = new RedQueue(mode, rules, chance);
    int dropped = 0;
    int alike = 0;
    int resisted = 0;
    double furthest = 0;
    for (Row row : rows) {
      chance.drops = row.dropped();
      Verdict verdict = red.arrive(row.arrival());
      double apart = Math.abs(red.average() - row.average()) / Math.max(1e-4, row.average());
      dropped += row.dropped() ? 1 : 0;
      resisted += verdict.joins() == row.dropped() ? 1 : 0;
      alike += apart <= AVERAGE_APART_MAX ? 1 : 0;
      furthest = Math.max(furthest, apart);
    }
    return new Beside(rows.size(), dropped, alike, furthest, resisted);
  }

  /** Draws 0, or the greatest number below 1. */
  private static final class Compelled implements RandomGenerator {
    private boolean drops;

    @Override
    public long nextLong() {
      return drops ? 0 : -1;
    }
  }
}
