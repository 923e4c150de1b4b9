// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The ring beside a set of numbers that do not wrap. */
class Ns2ScoreboardProperties {
  private static final int FIRST = Integer.MAX_VALUE - 40;

  private static final class Pair {
    private final Ns2Scoreboard scoreboard = new Ns2Scoreboard();
    private final TreeSet<Integer> named = new TreeSet<>();
    private int una;
    private int afterSent;

    /** Acknowledges so many, and names two runs of numbers beyond. */
    void update(int covered, int[] gapsAndLengths) {
      una += covered;
      boolean news = !named.headSet(una).isEmpty() || covered > 0 && !named.isEmpty();
      named.headSet(una).clear();
      TreeSet<Integer> naming = new TreeSet<>();
      int number = una;
      for (int i = 0; i + 1 < gapsAndLengths.length; i += 2) {
        number += gapsAndLengths[i];
        for (int last = number + gapsAndLengths[i + 1]; number < last; number++) {
          naming.add(number);
        }
      }
      int before = named.size();
      named.addAll(naming);
      assertEquals(
          news || named.size() > before,
          scoreboard.update(
              FIRST + una, naming.stream().mapToInt(sequence -> FIRST + sequence).toArray()));
    }

    void sendHole() {
      int hole = nextHole();
      if (hole >= 0) {
        scoreboard.sentAgain(FIRST + hole);
        afterSent = Math.max(afterSent, hole + 1);
      }
    }

    void clear() {
      scoreboard.clear();
      named.clear();
      afterSent = 0;
    }

    /** None is −1. */
    private int nextHole() {
      int hole = Math.max(una, afterSent);
      while (named.contains(hole)) {
        hole++;
      }
      return named.isEmpty() || hole > named.last() ? -1 : hole;
    }

    void check() {
      int expected = nextHole();
      assertEquals(
          expected < 0 ? Ns2Scoreboard.NONE : FIRST + expected, scoreboard.nextHole(FIRST + una));
    }
  }

  @Property
  void theRingKnowsWhatTheSetKnows(
      @ForAll @Size(max = 60) List<@Size(5) List<@IntRange(max = 9) Integer>> acknowledgements) {
    Pair pair = new Pair();
    for (List<Integer> one : acknowledgements) {
      switch (one.getFirst()) {
        case 0 -> pair.clear();
        case 1, 2, 3 -> pair.sendHole();
        default ->
            pair.update(
                Math.max(0, one.getFirst() - 6),
                one.stream().skip(1).mapToInt(Integer::intValue).toArray());
      }
      pair.check();
    }
  }

  /** A second hole that goes again does not take back that a later one has. */
  @Example
  void whatWentAgainIsKnownByItsHighest() {
    Ns2Scoreboard scoreboard = new Ns2Scoreboard();
    scoreboard.update(0, new int[] {2, 4, 6});
    scoreboard.sentAgain(3);
    scoreboard.sentAgain(1);
    assertEquals(5, scoreboard.nextHole(0));
  }

  @Example
  void whatIsOutsideTheRingIsNotNamed() {
    int capacity = 2 * RdpConfig.WINDOW_SEGMENTS_MAX;
    Ns2Scoreboard scoreboard = new Ns2Scoreboard();
    assertEquals(false, scoreboard.update(10, new int[] {9, 10 + capacity}));
    assertEquals(true, scoreboard.update(10, new int[] {9 + capacity}));
    assertEquals(10, scoreboard.nextHole(10));
  }
}
