// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import rani.ground.LabFailure;
import rani.world.Verdict;

/**
 * A trace of ns-2's RED, to compare with rani's. Both have random streams of their own, so rani's
 * numbers are prescribed: 0 if ns-2 dropped the packet, else just below 1. Decisions that still
 * differ had a probability of 0 or 1, and are counted.
 */
record RedTrace(List<Row> rows) {
  /** The largest relative difference of equal averages: ns-2 prints six digits. */
  static final double AVERAGE_APART_MAX = 1e-5;

  /** An arrival in ns-2, and the average in packets after it. */
  record Row(Arrival arrival, double average, boolean dropped) {}

  /**
   * Counts of arrivals, drops by ns-2, averages within {@link #AVERAGE_APART_MAX}, and decisions
   * that rani's rules do not allow, with the largest relative difference of averages.
   */
  record Beside(int rows, int dropped, int alike, double furthest, int resisted) {
    /** Returns whether rani's rules could have produced ns-2's run. */
    boolean agrees() {
      return alike == rows && resisted == 0;
    }
  }

  /** Parses the output of {@code red.tcl … each}, whose average is in units of some bytes. */
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

  /** Compares rani's RED, which is forced to make the same decisions. */
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
