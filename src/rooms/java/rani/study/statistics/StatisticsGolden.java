// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statistics against {@code golden/statistics.py}, which does the sums by hand. */
class StatisticsGolden {
  private static final Path GOLDEN = Path.of("resources", "golden");
  private static final double EXACT = 1e-12;

  /**
   * A line of the golden file.
   *
   * @param before the words before the bar
   * @param after those behind it
   */
  record Line(List<String> before, double[] after, String last) {
    String name() {
      return before.getFirst();
    }

    double[] values() {
      return before.stream().skip(1).mapToDouble(Double::parseDouble).toArray();
    }

    boolean isFamily() {
      return name().startsWith("family-");
    }

    boolean isPair() {
      return before.size() == 2 && Character.isLetter(before.get(1).charAt(0));
    }

    @Override
    public String toString() {
      return isPair() ? String.join(" and ", before) : name();
    }
  }

  static Stream<Line> lines() throws IOException {
    return Files.readAllLines(GOLDEN.resolve("statistics.txt")).stream()
        .map(
            line -> {
              String[] parts = line.split(" \\| ", -1);
              List<String> words = List.of(parts[1].split(" ", -1));
              double[] numbers =
                  words.stream()
                      .filter(word -> !word.matches("true|false"))
                      .mapToDouble(word -> Double.parseDouble(word.replace("nan", "NaN")))
                      .toArray();
              return new Line(List.of(parts[0].split(" ", -1)), numbers, words.getLast());
            });
  }

  static Stream<Line> samples() throws IOException {
    return lines().filter(line -> !line.isPair() && !line.isFamily());
  }

  static Stream<Line> families() throws IOException {
    return lines().filter(Line::isFamily);
  }

  static Stream<Line> pairs() throws IOException {
    return lines().filter(Line::isPair);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void samplesAreSummedUpAsByHand(Line line) {
    Summary ours = Summary.of(line.values());

    double[] theirs = line.after();
    assertEquals(theirs[0], ours.count());
    assertEquals(theirs[1], ours.mean());
    assertClose(theirs[2], ours.standardDeviation(), EXACT);
    assertClose(theirs[3], ours.halfWidth95(), 1e-10);
    assertEquals(theirs[4], ours.min());
    assertEquals(theirs[5], ours.p50());
    assertEquals(theirs[6], ours.p90());
    assertEquals(theirs[7], ours.p99());
    assertEquals(theirs[8], ours.max());
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void pairsAreComparedAsByHand(Line line) throws IOException {
    PairedDifference ours =
        PairedDifference.of(values(line.before().get(0)), values(line.before().get(1)));

    assertClose(line.after()[0], ours.mean(), EXACT);
    assertClose(line.after()[1], ours.standardDeviation(), EXACT);
    assertClose(line.after()[2], ours.halfWidth95(), 1e-10);
    assertClose(line.after()[3], ours.p(), 1e-10);
    assertEquals(Boolean.parseBoolean(line.last()), ours.isSignificant());
  }

  @ParameterizedTest
  @MethodSource("families")
  void familiesAreCorrectedAsByHand(Line line) {
    Family family = new Family();
    double[] all = line.values();
    Arrays.stream(all).forEach(p -> family.add(member(p)));
    family.add(member(Double.NaN)); // of a single pair

    assertEquals(all.length, family.size());
    for (int k = 0; k < all.length; k++) {
      assertClose(line.after()[k], member(all[k]).in(family).correctedP(), EXACT);
    }
  }

  private static PairedDifference member(double p) {
    return new PairedDifference(20, 0.1, 0.2, 0.1, p, p, 1);
  }

  /** Beyond it each is corrected as the least is, so that none seems more than it is. */
  @Test
  void aFamilyThatIsTooLargeIsCorrectedByItsSize() {
    Family family = new Family();
    for (int k = 0; k < Family.KEPT_MAX; k++) {
      family.add(member(0.9));
    }
    family.add(member(1e-8));

    assertEquals((Family.KEPT_MAX + 1) * 1e-8, member(1e-8).in(family).correctedP(), 1e-12);
    assertEquals(1, member(0.9).in(family).correctedP());
  }

  private static double[] values(String name) throws IOException {
    return samples().filter(line -> line.name().equals(name)).findFirst().orElseThrow().values();
  }

  @Test
  void whatCannotBeSummedUpIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Summary.of(new double[0]));
    assertThrows(
        IllegalArgumentException.class,
        () -> PairedDifference.of(new double[] {1, 2}, new double[] {1}));
    assertThrows(IllegalArgumentException.class, () -> Summary.of(new double[] {1, Double.NaN}));
  }

  private static void assertClose(double expected, double actual, double relative) {
    if (Double.isNaN(expected)) {
      assertTrue(Double.isNaN(actual), () -> "NaN is expected, not " + actual);
    } else {
      assertEquals(expected, actual, relative * Math.max(Math.abs(expected), 1e-300));
    }
  }

  @Test
  void everySampleIsThere() throws IOException {
    assertEquals(17, samples().count());
    assertEquals(6, pairs().count());
    assertEquals(4, families().count());
    assertTrue(Arrays.stream(values("exponential")).allMatch(value -> value > 0));
  }
}
