// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import rani.fixture.FixedRandom;
import rani.link.ChannelConfig.Bursts;
import rani.link.ChannelConfig.Spread;
import rani.world.Streams;

class ChannelModelTest {
  private static final int PACKETS = 5_000;

  /** A packet comes so seldom that none waits for another. */
  private static final long GAP_NANOS = ms(10_000);

  private static final ChannelConfig EVERYTHING =
      new ChannelConfig(
          ms(50), ms(20), Spread.UNIFORM, 0.1, new Bursts(0.02, 0.3, 0.8), 0.1, 0.1, ms(700), 0.1);

  /** What may be observed of a packet, each by one knob alone. */
  private enum Seen {
    DELAY,
    LOSS,
    BURST,
    DUPLICATE,
    REORDER,
    CORRUPT
  }

  /** A knob, what it moves, and a turn of it. */
  enum Knob {
    DELAY(Seen.DELAY, new Turn(ms(60), ms(20), Spread.UNIFORM)),
    JITTER(Seen.DELAY, new Turn(ms(50), ms(30), Spread.UNIFORM)),
    DISTRIBUTION(Seen.DELAY, new Turn(ms(50), ms(20), Spread.PARETO)),
    LOSS(Seen.LOSS, new Turn()),
    BURST(Seen.BURST, new Turn()),
    DUPLICATE(Seen.DUPLICATE, new Turn()),
    REORDER(Seen.REORDER, new Turn()),
    CORRUPT(Seen.CORRUPT, new Turn());

    private final Seen moves;
    private final Turn turn;

    Knob(Seen moves, Turn turn) {
      this.moves = moves;
      this.turn = turn;
    }

    private ChannelConfig turned() {
      return new ChannelConfig(
          turn.delay,
          turn.jitter,
          turn.spread,
          this == LOSS ? 0.3 : 0.1,
          this == BURST ? new Bursts(0.1, 0.2, 0.5) : new Bursts(0.02, 0.3, 0.8),
          this == DUPLICATE ? 0.3 : 0.1,
          this == REORDER ? 0.3 : 0.1,
          ms(700),
          this == CORRUPT ? 0.3 : 0.1);
    }
  }

  private record Turn(long delay, long jitter, Spread spread) {
    Turn() {
      this(ms(50), ms(20), Spread.UNIFORM);
    }
  }

  private static Map<Seen, List<Object>> run(ChannelConfig config) {
    ChannelModel trouble = new ChannelModel(knob -> Streams.of(1, "n2", knob));
    Map<Seen, List<Object>> seen = new EnumMap<>(Seen.class);
    for (Seen one : Seen.values()) {
      seen.put(one, new ArrayList<>());
    }
    for (int i = 0; i < PACKETS; i++) {
      trouble.decide(i * GAP_NANOS, 100, config);
      see(seen, Seen.DELAY, trouble.dueNanos() - i * GAP_NANOS);
      see(seen, Seen.LOSS, trouble.isLost());
      see(seen, Seen.BURST, trouble.isLostInBurst());
      see(seen, Seen.DUPLICATE, trouble.isDuplicated());
      see(seen, Seen.REORDER, trouble.isReordered());
      assertEquals(trouble.isReordered() ? config.reorderNanos() : 0, trouble.reorderDelayNanos());
      see(seen, Seen.CORRUPT, trouble.isCorrupted());
    }
    return seen;
  }

  private static void see(Map<Seen, List<Object>> all, Seen what, Object value) {
    all.computeIfAbsent(what, _ -> new ArrayList<>()).add(value);
  }

  @ParameterizedTest
  @EnumSource(Knob.class)
  void aKnobMovesOnlyItself(Knob knob) {
    Map<Seen, List<Object>> before = run(EVERYTHING);
    Map<Seen, List<Object>> after = run(knob.turned());
    for (Seen seen : Seen.values()) {
      if (seen == knob.moves) {
        assertNotEquals(before.get(seen), after.get(seen));
      } else {
        assertEquals(before.get(seen), after.get(seen), seen.name());
      }
    }
  }

  private static double meanDelay(Spread spread) {
    ChannelConfig config = delayed(spread);
    return run(config).getOrDefault(Seen.DELAY, List.of()).stream()
        .mapToLong(delay -> (Long) delay)
        .average()
        .orElseThrow();
  }

  private static ChannelConfig delayed(Spread spread) {
    return new ChannelConfig(ms(50), ms(20), spread, 0, Bursts.NONE, 0, 0, 0, 0);
  }

  /** The standard error of the mean is 20 ms · √3 / √5000 = 0.5 ms for the widest of them. */
  @ParameterizedTest
  @EnumSource(Spread.class)
  void everyDistributionKeepsTheMean(Spread spread) {
    assertEquals(ms(50), meanDelay(spread), ms(2));
  }

  @ParameterizedTest
  @EnumSource(Spread.class)
  void delaysStayWithinWhatTheirDistributionAllows(Spread spread) {
    for (Object one : run(delayed(spread)).getOrDefault(Seen.DELAY, List.of())) {
      long delay = (Long) one;
      boolean allowed =
          switch (spread) {
            case CONSTANT -> delay == ms(50);
            case UNIFORM -> delay >= ms(30) && delay <= ms(70);
            case NORMAL -> delay >= 0 && delay <= ms(100);
            case PARETO -> delay >= ms(30);
          };
      assertTrue(allowed, () -> spread + " gave " + delay);
    }
  }

  @ParameterizedTest
  @EnumSource(Spread.class)
  void onlyWhatVariesIsDrawn(Spread spread) {
    ChannelModel trouble = new ChannelModel(knob -> Streams.of(1, "n2", knob));
    trouble.decide(0, 100, delayed(spread));
    assertEquals(spread != Spread.CONSTANT, trouble.isDrawn());
    trouble.decide(0, 100, new ChannelConfig(ms(50), 0, spread, 0, Bursts.NONE, 0, 0, 0, 0));
    assertFalse(trouble.isDrawn());
  }

  /**
   * Of Gilbert and Elliott's chain with p = 5 % and r = 25 % a share of p / (p + r) = 1/6 is bad,
   * and a burst lasts 1 / r = 4 packets.
   */
  @Test
  void burstsAreAsLongAsTheirChainSays() {
    ChannelConfig config =
        new ChannelConfig(0, 0, Spread.UNIFORM, 0, new Bursts(0.05, 0.25, 1), 0, 0, 0, 0);
    List<Object> lost = run(config).getOrDefault(Seen.BURST, List.of());
    long count = lost.stream().filter(one -> one.equals(true)).count();
    long bursts = 0;
    for (int i = 1; i < lost.size(); i++) {
      bursts += lost.get(i).equals(true) && lost.get(i - 1).equals(false) ? 1 : 0;
    }
    assertEquals(1 / 6.0, count / (double) PACKETS, 0.03);
    assertEquals(4, count / (double) bursts, 0.6);
  }

  /** A state is entered and left before the packet that draws the change, not behind it. */
  @Test
  void aBurstLosesThePacketThatEntersItAndSparesTheOneThatLeavesIt() {
    assertEquals(List.of(true, true, true, true), lostInBursts(new Bursts(1, 0, 1)));
    assertEquals(List.of(true, false, true, false), lostInBursts(new Bursts(1, 1, 1)));
  }

  private static List<Object> lostInBursts(Bursts bursts) {
    ChannelConfig config = new ChannelConfig(0, 0, Spread.UNIFORM, 0, bursts, 0, 0, 0, 0);
    return run(config).getOrDefault(Seen.BURST, List.of()).subList(0, 4);
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new ChannelConfig(1, 2, Spread.UNIFORM, 0, Bursts.NONE, 0, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new Bursts(0, 1.5, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "1.1, 0, 0, 0, 0, 0, 0",
    "0, -0.1, 0, 0, 0, 0, 0",
    "0, 0, 1.5, 0, 0, 0, 0",
    "0, 0, 0, 1.5, 0, 0, 0",
    "0, 0, 0, 0, 1.5, 0, 0",
    "0, 0, 0, 0, 0, NaN, 0",
    "0, 0, 0, 0, 0, 0, -1"
  })
  void eachProbabilityIsOne(
      double enter,
      double leave,
      double burstLoss,
      double loss,
      double duplicate,
      double reorder,
      double corrupt) {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new ChannelConfig(
                0,
                0,
                Spread.UNIFORM,
                loss,
                new Bursts(enter, leave, burstLoss),
                duplicate,
                reorder,
                0,
                corrupt));
  }

  /** What was, is forgotten with the last knob: the chain of bursts begins in the good state. */
  @Test
  void nothingStaysOfTroubleThatIsTurnedOff() {
    ChannelModel trouble = new ChannelModel(_ -> new FixedRandom().show(0));
    Bursts forGood = new Bursts(0.5, 0, 1);
    ChannelConfig all = new ChannelConfig(0, 0, Spread.UNIFORM, 1, forGood, 1, 1, ms(700), 1);
    trouble.decide(0, 100, all);
    assertTrue(trouble.isLost() && trouble.isLostInBurst() && trouble.isDuplicated());
    assertTrue(trouble.isReordered() && trouble.isCorrupted());
    trouble.decide(1, 100, ChannelConfig.NONE);
    assertFalse(trouble.isLost() || trouble.isLostInBurst() || trouble.isDuplicated());
    assertFalse(trouble.isReordered() || trouble.isCorrupted());
    assertEquals(0, trouble.reorderDelayNanos());
  }

  @Test
  void aBurstEndsWithItsKnob() {
    FixedRandom dice = new FixedRandom().show(0);
    ChannelModel trouble = new ChannelModel(_ -> dice);
    trouble.decide(0, 100, inBursts(new Bursts(0.5, 0, 1)));
    assertTrue(trouble.isLostInBurst());
    trouble.decide(1, 100, ChannelConfig.NONE);
    dice.show(0.9);
    trouble.decide(2, 100, inBursts(new Bursts(0.5, 0, 1)));
    assertFalse(trouble.isLostInBurst());
  }

  @Test
  void whatNoKnobTroublesIsNotLostInBursts() {
    ChannelConfig lossy = new ChannelConfig(0, 0, Spread.UNIFORM, 0.5, Bursts.NONE, 0, 0, 0, 0);
    assertFalse(run(lossy).getOrDefault(Seen.BURST, List.of(true)).contains(true));
  }

  private static ChannelConfig inBursts(Bursts bursts) {
    return new ChannelConfig(0, 0, Spread.UNIFORM, 0, bursts, 0, 0, 0, 0);
  }

  /** Of draws from [0, 1) just a share of p is below p, if p itself is not. */
  @Test
  void aDrawOfJustTheProbabilityHitsNothing() {
    ChannelModel trouble = new ChannelModel(_ -> new FixedRandom().show(0.5));
    trouble.decide(
        0, 100, new ChannelConfig(0, 0, Spread.UNIFORM, 0.5, Bursts.NONE, 0.5, 0.5, 1, 0.5));
    assertFalse(
        trouble.isLost()
            || trouble.isDuplicated()
            || trouble.isReordered()
            || trouble.isCorrupted());

    assertEquals(List.of(false, false), halves(new Bursts(0.5, 1, 1)), "does not enter");
    assertEquals(List.of(true, true), halves(new Bursts(0.6, 0.5, 1)), "does not leave");
    assertEquals(List.of(false, false), halves(new Bursts(0.6, 0.5, 0.5)), "does not lose");
  }

  private static List<Boolean> halves(Bursts bursts) {
    ChannelModel trouble = new ChannelModel(_ -> new FixedRandom().show(0.5));
    List<Boolean> lost = new ArrayList<>();
    for (int packet = 0; packet < 2; packet++) {
      trouble.decide(packet, 100, inBursts(bursts));
      lost.add(trouble.isLostInBurst());
    }
    return lost;
  }

  @Test
  void evenDelaysReachBothEnds() {
    ChannelConfig config = new ChannelConfig(1, 1, Spread.UNIFORM, 0, Bursts.NONE, 0, 0, 0, 0);
    assertEquals(Set.of(0L, 1L, 2L), Set.copyOf(run(config).getOrDefault(Seen.DELAY, List.of())));
  }

  @Test
  void aKnobAtZeroThrowsNoDice() {
    int[] draws = {0};
    RandomGenerator counted =
        () -> {
          draws[0]++;
          return 0;
        };
    ChannelModel trouble = new ChannelModel(_ -> counted);
    trouble.decide(0, 100, new ChannelConfig(0, 0, Spread.UNIFORM, 0.5, Bursts.NONE, 0, 0, 0, 0));
    assertEquals(1, draws[0]);
  }
}
