// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.FakeWorld;
import rani.fixture.Packet;
import rani.wire.FlowSpec;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.Wire;

class WireImpairmentTest {
  private static final int FRAMES = 5_000;
  private static final ImpairmentConfig PLAIN = ImpairmentConfig.ofDelay(ms(50));

  /** What came out for one frame that went in. */
  private record Fate(List<Long> dueNanos, boolean corrupted) {}

  /** A run of many frames, one a millisecond unless told otherwise, numbered from 0. */
  private static final class Run implements Wire {
    private final FakeWorld world;
    private final WireImpairment wire;
    private final PriorityQueue<Long> turns = new PriorityQueue<>();
    private final Map<ByteBuf, String> sent = new IdentityHashMap<>();
    private final Map<ByteBuf, Integer> numbers = new IdentityHashMap<>();
    private final Map<Integer, Fate> fates = new TreeMap<>();
    private final List<Integer> order = new ArrayList<>();
    private final List<Long> twins = new ArrayList<>();
    private long gapNanos = ms(1);
    private long nowNanos;
    private int number;

    Run(long seed, ImpairmentConfig config) {
      world = new FakeWorld(seed);
      wire = wire(config, world);
    }

    Run every(long nanos) {
      gapNanos = nanos;
      return this;
    }

    Run carry(int frames) {
      for (int end = number + frames; number < end; number++) {
        nowNanos = number * gapNanos;
        serveUntil(nowNanos);
        ByteBuf frame = Packet.datagram().length(100).frame(world.buffers());
        if (wire.drops(nowNanos, frame)) {
          frame.release();
          continue;
        }
        sent.put(frame, frame.toString(ISO_8859_1));
        numbers.put(frame, number);
        int _ = wire.carry(nowNanos, frame, this);
        assertEquals(wire.waiting(), world.buffers().live(), "what does not wait came out");
      }
      return this;
    }

    /** Everything comes out. */
    Run done() {
      serveUntil(Long.MAX_VALUE);
      assertEquals(0, wire.waiting());
      assertEquals(0, world.buffers().live(), "every frame went to the wire or was let go");
      return this;
    }

    private void serveUntil(long nanos) {
      while (!turns.isEmpty() && turns.element() <= nanos) {
        wire.serve(turns.remove());
      }
    }

    @Override
    public boolean serveAt(LinkEnd end, long dueNanos, int lengthBytes) {
      assertTrue(dueNanos >= nowNanos, "not before it was sent");
      return turns.add(dueNanos);
    }

    @Override
    public void deliver(LinkEnd end, long dueNanos, ByteBuf out) {
      Integer known = numbers.remove(out);
      if (known == null) {
        twins.add(dueNanos); // whose, the next one says
      } else {
        assertTrue(dueNanos >= known * gapNanos, "not before it was sent");
        boolean corrupted = !out.toString(ISO_8859_1).equals(sent.remove(out));
        Fate fate = new Fate(new ArrayList<>(twins), corrupted);
        fate.dueNanos().add(dueNanos);
        twins.clear();
        fates.put(known, fate);
        fate.dueNanos().forEach(_ -> order.add(known));
      }
      out.release();
    }

    /** Of each frame that came out, once, how long it took, in nanoseconds. */
    LongStream delays() {
      return fates.entrySet().stream()
          .mapToLong(one -> one.getValue().dueNanos().getLast() - one.getKey() * gapNanos);
    }

    double share(long count) {
      return (double) count / FRAMES;
    }
  }

  private static WireImpairment wire(ImpairmentConfig config, FakeWorld world) {
    return new WireImpairment(new LinkId(0), config, new LinkSeal(null), world);
  }

  /** A wire whose delays do not vary. */
  @FunctionalInterface
  private interface Straight extends Wire {
    @Override
    default boolean serveAt(LinkEnd end, long dueNanos, int lengthBytes) {
      throw new AssertionError("nothing was drawn");
    }
  }

  private static Run run(ImpairmentConfig config) {
    return new Run(1, config).carry(FRAMES).done();
  }

  @Test
  void aPerfectWireOnlyTakesItsTime() {
    Run run = run(PLAIN);
    for (int frame = 0; frame < FRAMES; frame++) {
      assertEquals(new Fate(List.of(ms(frame + 50)), false), run.fates.get(frame));
    }
  }

  /** Four standard deviations of a binomial share over 5000 frames of 10 % are 1.7 %. */
  @Test
  void eachKnobTroublesItsShareOfTheFrames() {
    assertEquals(0.1, share(config(0.1, 0, 0, 0)), 0.017, "lost");
    Run lossy = run(config(0.1, 0, 0, 0));
    assertEquals(FRAMES - lossy.fates.size(), lossy.wire.lost());
    Run duplicated = run(config(0, 0.1, 0, 0));
    assertEquals(0.1, duplicated.share(duplicated.wire.duplicated()), 0.017, "duplicated");
    assertEquals(
        duplicated.wire.duplicated(),
        duplicated.fates.values().stream().filter(fate -> fate.dueNanos().size() == 2).count());
    Run mixed = run(config(0, 0, 0.1, 0));
    assertEquals(0.1, mixed.share(mixed.wire.reordered()), 0.017, "reordered");
    Run corrupted = run(config(0, 0, 0, 0.1));
    assertEquals(0.1, corrupted.share(corrupted.wire.corrupted()), 0.017, "corrupted");
    assertEquals(
        corrupted.wire.corrupted(),
        corrupted.fates.values().stream().filter(Fate::corrupted).count());
  }

  private static double share(ImpairmentConfig config) {
    Run run = run(config);
    return run.share(run.wire.lost());
  }

  private static ImpairmentConfig config(
      double loss, double duplicate, double reorder, double corrupt) {
    return new ImpairmentConfig(ms(50), 0, loss, duplicate, reorder, corrupt);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 5000"})
  void neverAndAlwaysAreKept(double probability, long expected) {
    Run all = run(config(0, probability, probability, probability));
    assertEquals(expected, all.wire.duplicated());
    assertEquals(expected, all.wire.reordered());
    assertEquals(expected, all.wire.corrupted());
    assertEquals(expected, run(config(probability, 0, 0, 0)).wire.lost());
  }

  /** Every other knob turned up, beside the one whose doing is compared. */
  static Stream<ImpairmentConfig> others() {
    return Stream.of(
        PLAIN,
        new ImpairmentConfig(ms(50), ms(20), 0, 0, 0, 0),
        config(0.3, 0, 0, 0),
        config(0, 0.3, 0, 0),
        config(0, 0, 0.3, 0),
        config(0, 0, 0, 0.3),
        new ImpairmentConfig(ms(50), ms(20), 0.3, 0.3, 0.3, 0.3));
  }

  @ParameterizedTest
  @MethodSource("others")
  void lossMovesNothingElse(ImpairmentConfig others) {
    Run without = run(with(others, 0, others.duplicate(), others.reorder(), others.corrupt()));
    Run lossy = run(with(others, 0.2, others.duplicate(), others.reorder(), others.corrupt()));
    assertTrue(lossy.wire.lost() > 0);
    lossy.fates.forEach((frame, fate) -> assertEquals(without.fates.get(frame), fate));
  }

  @ParameterizedTest
  @MethodSource("others")
  void aListOfDropsMovesNothingElse(ImpairmentConfig others) {
    Run without = run(others);
    Run listed =
        run(
            new ImpairmentConfig(
                others.delayNanos(),
                others.jitterNanos(),
                others.loss(),
                others.duplicate(),
                others.reorder(),
                others.corrupt(),
                DropList.of(FlowSpec.ALL, DropList.Counted.PACKETS, "2, 100..199")));
    without.fates.keySet().removeIf(frame -> frame == 1 || frame >= 99 && frame < 199);
    assertEquals(without.fates, listed.fates);
  }

  @ParameterizedTest
  @MethodSource("others")
  void theFramesThatAreLostAreTheSame(ImpairmentConfig others) {
    Run alone = run(config(0.2, 0, 0, 0));
    Run among = run(with(others, 0.2, others.duplicate(), others.reorder(), others.corrupt()));
    assertEquals(alone.fates.keySet(), among.fates.keySet());
  }

  @ParameterizedTest
  @MethodSource("others")
  void duplicationMovesNothingElse(ImpairmentConfig others) {
    Run without = run(with(others, others.loss(), 0, others.reorder(), others.corrupt()));
    Run duplicated = run(with(others, others.loss(), 0.2, others.reorder(), others.corrupt()));
    assertTrue(duplicated.wire.duplicated() > 0);
    duplicated.fates.forEach(
        (frame, fate) -> {
          Fate once = without.fates.get(frame);
          assertNotNull(once);
          assertEquals(once.corrupted(), fate.corrupted());
          fate.dueNanos().forEach(due -> assertEquals(once.dueNanos().getFirst(), due));
        });
    assertEquals(without.fates.keySet(), duplicated.fates.keySet());
  }

  @ParameterizedTest
  @MethodSource("others")
  void reorderingMovesNothingElse(ImpairmentConfig others) {
    Run without = run(with(others, others.loss(), others.duplicate(), 0, others.corrupt()));
    Run mixed = run(with(others, others.loss(), others.duplicate(), 0.2, others.corrupt()));
    long reordered = 0;
    for (var entry : mixed.fates.entrySet()) {
      Fate before = without.fates.get(entry.getKey());
      assertNotNull(before);
      Fate after = entry.getValue();
      boolean isReordered = !after.dueNanos().equals(before.dueNanos());
      reordered += isReordered ? 1 : 0;
      if (isReordered) {
        assertEquals(
            before.dueNanos().stream().map(due -> due + WireImpairment.REORDER_NANOS).toList(),
            after.dueNanos());
      }
      assertEquals(before.corrupted(), after.corrupted());
    }
    assertEquals(mixed.wire.reordered(), reordered);
    assertTrue(reordered > 0);
  }

  @ParameterizedTest
  @MethodSource("others")
  void corruptionMovesNothingElse(ImpairmentConfig others) {
    Run without = run(with(others, others.loss(), others.duplicate(), others.reorder(), 0));
    Run corrupted = run(with(others, others.loss(), others.duplicate(), others.reorder(), 0.2));
    assertTrue(corrupted.wire.corrupted() > 0);
    assertEquals(without.order, corrupted.order);
    corrupted.fates.forEach(
        (frame, fate) ->
            assertEquals(fate.dueNanos(), without.fates.getOrDefault(frame, fate).dueNanos()));
  }

  private static ImpairmentConfig with(
      ImpairmentConfig c, double loss, double duplicate, double reorder, double corrupt) {
    return new ImpairmentConfig(c.delayNanos(), c.jitterNanos(), loss, duplicate, reorder, corrupt);
  }

  /**
   * Whatever the rate, from packets that never meet to hundreds on the wire at a time. The delays
   * sum up to the draws, so that the standard error is that of independent ones.
   */
  @ParameterizedTest
  @ValueSource(ints = {10, 1000, 10_000, 1_000_000})
  void jitterKeepsOrderMeanAndBounds(int framesPerSecond) {
    ImpairmentConfig config = new ImpairmentConfig(ms(20), ms(20), 0, 0, 0, 0);
    Run run = new Run(1, config).every(ms(1000) / framesPerSecond).carry(FRAMES).done();
    assertEquals(IntStream.range(0, FRAMES).boxed().toList(), run.order);
    assertTrue(run.delays().allMatch(delay -> delay >= 0 && delay <= ms(40)));
    double errorNanos = ms(20) / Math.sqrt(3.0 * FRAMES);
    assertEquals(ms(20), run.delays().average().orElseThrow(), 3 * errorNanos);
    assertTrue(run.delays().filter(delay -> delay != ms(20)).count() > FRAMES / 2);
  }

  /** Those farther apart than delays differ; 4/3 and 64/45 are a uniform law's of ± 2. */
  @Test
  void jitterOfFramesFarApartIsUniform() {
    ImpairmentConfig config = new ImpairmentConfig(ms(2), ms(2), 0, 0, 0, 0);
    Run run = new Run(1, config).every(ms(10)).carry(FRAMES).done();
    double variance = run.delays().mapToDouble(delay -> delay / 1e6 - 2).map(x -> x * x).sum();
    assertEquals(4 / 3.0, variance / FRAMES, 4 * Math.sqrt(64 / 45.0 / FRAMES));
    for (int tenth = 1; tenth < 10; tenth++) {
      long least = ms(4) * tenth / 10;
      double share = run.share(run.delays().filter(delay -> delay < least).count());
      assertEquals(tenth / 10.0, share, 4 * Math.sqrt(0.25 / FRAMES));
    }
  }

  /** The k-th frame takes the k-th of the times that were drawn, in their order. */
  @Test
  void framesTakeTheTimesThatWereDrawnInTheirOrder() {
    ImpairmentConfig config = new ImpairmentConfig(ms(50), ms(40), 0, 0, 0, 0);
    Run run = new Run(1, config);
    ChannelModel dice = new ChannelModel(knob -> new FakeWorld(1).random("wire link-0 " + knob));
    List<Long> drawn = new ArrayList<>();
    for (int frame = 0; frame < FRAMES; frame++) {
      dice.decide(ms(frame), 100, ChannelConfig.of(config));
      drawn.add(dice.dueNanos());
    }
    run.carry(FRAMES).done();
    List<Long> sorted = drawn.stream().sorted().toList();
    assertFalse(sorted.equals(drawn));
    assertEquals(
        sorted, run.fates.values().stream().map(fate -> fate.dueNanos().getFirst()).toList());
  }

  @Test
  void reorderedFramesAreOvertakenByThoseBehind() {
    Run run = run(config(0, 0, 0.1, 0));
    List<Long> dues = new ArrayList<>();
    run.order.forEach(frame -> dues.addAll(fateOf(run, frame).dueNanos()));
    long overtaken = 0;
    for (int place = 1; place < dues.size(); place++) {
      overtaken += dues.get(place) < dues.get(place - 1) ? 1 : 0;
    }
    assertTrue(overtaken > FRAMES / 20);
  }

  private static Fate fateOf(Run run, int frame) {
    Fate fate = run.fates.get(frame);
    if (fate == null) {
      throw new AssertionError("frame " + frame + " was lost");
    }
    return fate;
  }

  @Test
  void corruptionFlipsExactlyOneBitAndAnyOfThem() {
    FakeWorld world = new FakeWorld(1);
    WireImpairment wire = wire(config(0, 0, 0, 1), world);
    ByteBuf sent = Packet.datagram().frame();
    int[] flips = new int[8 * sent.readableBytes()];
    for (int count = 0; count < 20 * flips.length; count++) {
      int _ =
          wire.carry(
              0,
              sent.copy(),
              (Straight)
                  (end, due, out) -> {
                    int flipped = 0;
                    for (int bit = 0; bit < flips.length; bit++) {
                      boolean differs =
                          ((sent.getByte(bit >>> 3) ^ out.getByte(bit >>> 3)) >> (bit & 7) & 1)
                              == 1;
                      flips[bit] += differs ? 1 : 0;
                      flipped += differs ? 1 : 0;
                    }
                    assertEquals(1, flipped);
                    out.release();
                  });
    }
    for (int bit = 0; bit < flips.length; bit++) {
      assertTrue(flips[bit] > 0, "bit " + bit + " is never flipped");
    }
  }

  @Test
  void aDuplicateIsAFrameOfItsOwn() {
    FakeWorld world = new FakeWorld(1);
    WireImpairment wire = wire(config(0, 1, 0, 0), world);
    List<ByteBuf> out = new ArrayList<>();
    int _ =
        wire.carry(
            0,
            Packet.datagram().frame(world.buffers()),
            (Straight) (end, due, frame) -> out.add(frame));
    assertEquals(2, out.size());
    Ipv4Header.decrementTtl(out.getFirst(), Frame.ipv4(out.getFirst()));
    assertFalse(out.getFirst().equals(out.getLast()), "changing one leaves the other");
    out.forEach(ByteBuf::release);
    assertEquals(0, world.buffers().live());
  }

  @Test
  void newSettingsDoNotOvertakeWhatIsOnTheWire() {
    Run run = new Run(1, PLAIN).carry(1);
    run.wire.configure(ImpairmentConfig.ofDelay(ms(5)));
    run.carry(100);
    assertEquals(List.of(ms(50)), fateOf(run, 0).dueNanos());
    assertEquals(List.of(ms(50)), fateOf(run, 1).dueNanos(), "not before the frame ahead");
    assertEquals(List.of(ms(95)), fateOf(run, 90).dueNanos());
    assertEquals(ImpairmentConfig.ofDelay(ms(5)), run.wire.config());
  }

  /** As frames are on a wire whose delays vary they no longer do, are less, and vary once more. */
  @Test
  void newSettingsDoNotOvertakeWhatWaitsItsTurn() {
    ImpairmentConfig wild = new ImpairmentConfig(ms(50), ms(40), 0, 0, 0, 0);
    Run before = new Run(1, wild).carry(100).done();
    Run run = new Run(1, wild).carry(100);
    run.wire.configure(ImpairmentConfig.ofDelay(ms(5)));
    run.carry(20);
    run.wire.configure(new ImpairmentConfig(ms(5), ms(5), 0, 0, 0, 0));
    run.carry(100).done();
    assertEquals(IntStream.range(0, 220).boxed().toList(), run.order);
    before.fates.forEach((frame, fate) -> assertEquals(fate, run.fates.get(frame)));
    assertTrue(fateOf(run, 219).dueNanos().getFirst() <= ms(229), "the new law holds in the end");
  }

  @Test
  void anotherKnobDoesNotHoldBackWhatIsDrawn() {
    ImpairmentConfig wild = new ImpairmentConfig(ms(50), ms(40), 0, 0, 0, 0);
    Run still = new Run(1, wild).carry(200).done();
    Run run = new Run(1, wild).carry(100);
    run.wire.configure(new ImpairmentConfig(ms(50), ms(40), 0, 0, 1, 0));
    run.wire.configure(wild);
    assertEquals(still.fates, run.carry(100).done().fates);
  }

  /** Those that found room come out in order, and none is called for that did not. */
  @Test
  void aWireWithoutRoomLosesWhatWouldWait() {
    FakeWorld world = new FakeWorld(1);
    WireImpairment wire = wire(new ImpairmentConfig(ms(5), ms(5), 0, 1, 0, 0), world);
    int _ =
        wire.carry(
            0,
            Packet.datagram().length(100).frame(world.buffers()),
            new Wire() {
              @Override
              public void deliver(LinkEnd end, long dueNanos, ByteBuf frame) {
                throw new AssertionError("it was refused");
              }

              @Override
              public boolean serveAt(LinkEnd end, long dueNanos, int lengthBytes) {
                assertEquals(
                    2 * Packet.datagram().length(100).frame().readableBytes(), lengthBytes);
                return false;
              }
            });
    assertEquals(0, wire.waiting());
    assertEquals(0, world.buffers().live());
  }

  @Test
  void framesThatWaitAreLetGoWhenTheWireIsCleared() {
    Run run = new Run(1, new ImpairmentConfig(ms(50), ms(40), 0.2, 0.2, 0, 0)).carry(30);
    assertTrue(run.wire.waiting() > 10);
    run.wire.clear();
    assertEquals(0, run.world.buffers().live());
  }

  @Test
  void anotherSeedTroublesOtherFrames() {
    assertFalse(
        run(config(0.2, 0, 0, 0))
            .fates
            .keySet()
            .equals(new Run(2, config(0.2, 0, 0, 0)).carry(FRAMES).fates.keySet()));
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0, 0, 0, 0, 0",
    "5, 6, 0, 0, 0, 0",
    "5, -1, 0, 0, 0, 0",
    "0, 0, 1.1, 0, 0, 0",
    "0, 0, 0, -0.1, 0, 0",
    "0, 0, 0, 0, NaN, 0",
    "0, 0, 0, 0, 0, 2"
  })
  void settingsWithoutSenseAreRefused(
      long delay, long jitter, double loss, double duplicate, double reorder, double corrupt) {
    assertThrows(
        IllegalArgumentException.class,
        () -> new ImpairmentConfig(delay, jitter, loss, duplicate, reorder, corrupt));
  }

  @Test
  void whatIsSentWhileTheCableIsOutIsCutOffAndNotLost() {
    Run run = new Run(1, config(0.5, 0, 0, 0));
    run.wire.cut(true);
    run.carry(10);
    assertEquals(10, run.wire.cutOff());
    assertEquals(0, run.wire.lost());
    run.wire.cut(false);
    run.carry(100).done();
    assertEquals(10, run.wire.cutOff());
    assertEquals(100 - run.fates.size(), run.wire.lost());
  }
}
