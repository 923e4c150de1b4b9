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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.FakeWorld;
import rani.fixture.Packet;
import rani.wire.FlowSpec;
import rani.wire.Frame;
import rani.wire.Ipv4Header;

class WireImpairmentTest {
  private static final int FRAMES = 5_000;
  private static final ImpairmentConfig PLAIN = ImpairmentConfig.ofDelay(ms(50));

  /** What came out for one frame that went in. */
  private record Fate(List<Long> dueNanos, boolean spoiled) {}

  /** A run of many frames, one a millisecond, numbered from 0. */
  private static final class Run {
    private final FakeWorld world;
    private final WireImpairment wire;
    private final Map<Integer, Fate> fates = new TreeMap<>();
    private final List<Integer> order = new ArrayList<>();
    private int number;

    Run(long seed, ImpairmentConfig config) {
      world = new FakeWorld(seed);
      wire = new WireImpairment(config, world, "link-0");
    }

    Run carry(int frames) {
      for (int end = number + frames; number < end; number++) {
        long now = ms(number);
        ByteBuf frame = Packet.datagram().length(100).frame(world.buffers());
        if (wire.drops(now, frame)) {
          frame.release();
          continue;
        }
        String sent = frame.toString(ISO_8859_1);
        int self = number;
        wire.carry(
            now,
            frame,
            (due, out) -> {
              assertTrue(due >= now, "not before it was sent");
              boolean spoiled = !out.toString(ISO_8859_1).equals(sent);
              Fate fate = fates.computeIfAbsent(self, key -> new Fate(new ArrayList<>(), spoiled));
              fate.dueNanos().add(due);
              order.add(self);
              out.release();
            });
      }
      assertEquals(0, world.buffers().live(), "every frame went to the wire or was let go");
      return this;
    }

    double share(long count) {
      return (double) count / FRAMES;
    }
  }

  private static Run run(ImpairmentConfig config) {
    return new Run(1, config).carry(FRAMES);
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
    Run twice = run(config(0, 0.1, 0, 0));
    assertEquals(0.1, twice.share(twice.wire.duplicated()), 0.017, "duplicated");
    assertEquals(
        twice.wire.duplicated(),
        twice.fates.values().stream().filter(fate -> fate.dueNanos().size() == 2).count());
    Run mixed = run(config(0, 0, 0.1, 0));
    assertEquals(0.1, mixed.share(mixed.wire.reordered()), 0.017, "reordered");
    Run spoiled = run(config(0, 0, 0, 0.1));
    assertEquals(0.1, spoiled.share(spoiled.wire.corrupted()), 0.017, "corrupted");
    assertEquals(
        spoiled.wire.corrupted(), spoiled.fates.values().stream().filter(Fate::spoiled).count());
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
                DropList.of(FlowSpec.ALL, DropList.Counted.PACKETS, "1, 100..199")));
    without.fates.keySet().removeIf(frame -> frame == 0 || frame >= 99 && frame < 199);
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
    Run twice = run(with(others, others.loss(), 0.2, others.reorder(), others.corrupt()));
    assertTrue(twice.wire.duplicated() > 0);
    twice.fates.forEach(
        (frame, fate) -> {
          Fate once = without.fates.get(frame);
          assertNotNull(once);
          assertEquals(once.spoiled(), fate.spoiled());
          fate.dueNanos().forEach(due -> assertEquals(once.dueNanos().getFirst(), due));
        });
    assertEquals(without.fates.keySet(), twice.fates.keySet());
  }

  @ParameterizedTest
  @MethodSource("others")
  void reorderingMovesNothingElse(ImpairmentConfig others) {
    Run without = run(with(others, others.loss(), others.duplicate(), 0, others.corrupt()));
    Run mixed = run(with(others, others.loss(), others.duplicate(), 0.2, others.corrupt()));
    long late = 0;
    for (var entry : mixed.fates.entrySet()) {
      Fate before = without.fates.get(entry.getKey());
      assertNotNull(before);
      Fate after = entry.getValue();
      boolean isLate = !after.dueNanos().equals(before.dueNanos());
      late += isLate ? 1 : 0;
      if (isLate) {
        assertEquals(
            before.dueNanos().stream().map(due -> due + WireImpairment.REORDER_NANOS).toList(),
            after.dueNanos());
      }
      assertEquals(before.spoiled(), after.spoiled());
    }
    assertEquals(mixed.wire.reordered(), late);
    assertTrue(late > 0);
  }

  @ParameterizedTest
  @MethodSource("others")
  void corruptionMovesNothingElse(ImpairmentConfig others) {
    Run without = run(with(others, others.loss(), others.duplicate(), others.reorder(), 0));
    Run spoiled = run(with(others, others.loss(), others.duplicate(), others.reorder(), 0.2));
    assertTrue(spoiled.wire.corrupted() > 0);
    assertEquals(without.order, spoiled.order);
    spoiled.fates.forEach(
        (frame, fate) ->
            assertEquals(fate.dueNanos(), without.fates.getOrDefault(frame, fate).dueNanos()));
  }

  private static ImpairmentConfig with(
      ImpairmentConfig c, double loss, double duplicate, double reorder, double corrupt) {
    return new ImpairmentConfig(c.delayNanos(), c.jitterNanos(), loss, duplicate, reorder, corrupt);
  }

  @Test
  void jitterKeepsTheOrderAndStaysInItsBounds() {
    Run run = run(new ImpairmentConfig(ms(50), ms(40), 0, 0, 0, 0));
    long before = 0;
    long differing = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
      Fate fate = run.fates.get(frame);
      assertNotNull(fate);
      long due = fate.dueNanos().getFirst();
      long delay = due - ms(frame);
      assertTrue(delay >= ms(10) && delay <= ms(90), "delay " + delay);
      assertTrue(due >= before, "frame " + frame + " overtakes");
      differing += delay == ms(50) ? 0 : 1;
      before = due;
    }
    assertTrue(differing > FRAMES / 2);
  }

  @Test
  void jitterOfFramesFarApartIsUniform() {
    Run run = new Run(1, new ImpairmentConfig(ms(2), ms(2), 0, 0, 0, 0));
    double sum = 0;
    double squares = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
      run.number = 10 * frame; // 10 ms apart, so that no frame waits for another
      run.carry(1);
      Fate fate = run.fates.get(10 * frame);
      assertNotNull(fate);
      double delay = (fate.dueNanos().getFirst() - ms(10L * frame)) / 1e6;
      sum += delay;
      squares += (delay - 2) * (delay - 2);
    }
    double error = 4 / Math.sqrt(FRAMES);
    assertEquals(2, sum / FRAMES, error * 2 / Math.sqrt(3));
    assertEquals(4 / 3.0, squares / FRAMES, error * 4 * Math.sqrt(4 / 45.0));
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
    WireImpairment wire = new WireImpairment(config(0, 0, 0, 1), world, "link-0");
    ByteBuf sent = Packet.datagram().frame();
    int[] flips = new int[8 * sent.readableBytes()];
    for (int count = 0; count < 20 * flips.length; count++) {
      wire.carry(
          0,
          sent.copy(),
          (due, out) -> {
            int flipped = 0;
            for (int bit = 0; bit < flips.length; bit++) {
              boolean differs =
                  ((sent.getByte(bit >>> 3) ^ out.getByte(bit >>> 3)) >> (bit & 7) & 1) == 1;
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
    WireImpairment wire = new WireImpairment(config(0, 1, 0, 0), world, "link-0");
    List<ByteBuf> out = new ArrayList<>();
    wire.carry(0, Packet.datagram().frame(world.buffers()), (due, frame) -> out.add(frame));
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
}
