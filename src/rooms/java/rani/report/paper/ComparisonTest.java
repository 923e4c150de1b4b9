// SPDX-License-Identifier: Apache-2.0
package rani.report.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.report.PaperVerdict;
import rani.report.paper.Comparison.Verdict;

class ComparisonTest {
  private static Comparison ofOne(String what, String metric, String paper, @Nullable Double ours) {
    double[] all = ours == null ? new double[0] : new double[] {ours};
    return Comparison.ofAll(what, metric, paper, all, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "lgc.trigger.p, 39, 39, the same",
    "lgc.trigger.p, 39, 42, 3 more than the paper (+7.7\u202f%); one trial",
    "lgc.trigger.held, 21, 20, agrees: 1 less than the paper (\u22124.8\u202f%)",
    "lgc.trigger.source, 21, 20, 1 less than the paper (\u22124.8\u202f%); one trial",
    "through.n1, 53.5%, 0.53, agrees: 0.5 percentage points less than the paper",
    "through.n1, 53.5%, 0.535, the same",
    "through.n1, 109.86%, 1.1, agrees: 0.14 percentage points more than the paper",
    "through.n1, 53.5%, 0.5350000000001, the same",
    "lgc.gap-seconds, 2, 2.25, 0.25\u202fs more than the paper (+12.5\u202f%); one trial",
    "drops.total, 0, 4, 4 more than the paper; one trial",
    "rdp.goodput.a, 0, 1e-9, 0.000000001\u202fbit/s more than the paper; one trial",
    "queue.n7.average-max, <10, 9.99, within the paper's bound",
    "queue.n7.average-max, <10, 10, outside the paper's bound",
    "queue.n7.average-max, <= 10, 10, within the paper's bound",
    "lgc.gap-seconds, > 4, 4.5, within the paper's bound",
  })
  void theDifferenceIsStatedInWords(String metric, String paper, double ours, String words) {
    assertEquals(words, ofOne("x", metric, paper, ours).difference());
  }

  @Test
  void theUnitStandsBesideBothNumbers() {
    Comparison comparison = ofOne("greedy throughput", "through.n1", "53.5%", 0.54);

    assertEquals("53.5\u202f%", comparison.paper());
    assertEquals("54\u202f%", comparison.ours());
  }

  @Test
  void whatWasNotMeasuredIsNotCompared() {
    Comparison comparison = ofOne("p", "lgc.trigger.p", "39", null);

    assertEquals("not measured", comparison.ours());
    assertEquals("nothing to compare", comparison.difference());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "many", "53,5%", "=> 3", "<", "NaN", "== 4", "39 within 2", "39 within x%"})
  void aTextThatIsNoNumberAndNoBoundIsRefused(String paper) {
    assertThrows(IllegalArgumentException.class, () -> ofOne("x", "lgc.trigger.p", paper, 1.0));
  }

  @ParameterizedTest
  @CsvSource({
    "lgc.trigger.p, packets in the queue at the trigger (p)",
    "'lgc.trigger-2.p', 'packets in the queue at the trigger (p), trigger 2'",
    "queue.n7.average-max, greatest average queue at n7",
    "through.n1, throughput of n1",
    "drops.filtered, packets dropped: filtered",
    "delivered.total, packets delivered in all",
    "something.new, something.new",
    "new, new"
  })
  void aMetricHasWords(String metric, String words) {
    assertEquals(words, PaperNumbers.inWords(metric));
  }

  @Test
  void everyMetricOfARunHasWords() {
    String metrics =
        """
        lgc.triggers lgc.misses lgc.gap-seconds lgc.decision-spacing-seconds
        lgc.crossings-while-resting lgc.filter-seconds lgc.active-filter-messages
        lgc.active-filter-messages-to-sources lgc.trigger.p lgc.trigger.n lgc.trigger.r
        lgc.trigger.held lgc.trigger.source lgc.trigger.share lgc.trigger.held-share
        lgc.trigger.at-seconds lgc.miss.p lgc.miss.n lgc.miss.r lgc.miss.held
        lgc.miss.source lgc.miss.share lgc.miss.held-share lgc.miss.at-seconds
        lgc.trigger-2.held-share lgc.trigger.entered.n1 lgc.trigger.entered.total
        filter.installs.i1 filter.refreshes.i1 filter.caught.i1 filter.at-seconds.i1
        filter.seconds.i1 filter.installs.total filter.caught.total
        filter.passed-after.n1 filter.steps-back.n1 filter.first.i1 filter.last.i1
        filtered.n1 delivered-or-dropped.n1 offered.n1 retransmitted.n1
        last-delivery-seconds.n1 delivered.n1 delivered.total
        through.n1 drops.total drops.filtered queue.n7.average-max queue.n7.queued-max
        queue.n7.tail-drops queue.n7.entered-after-filter.n1 delay.n1.mean delay.n1.p50
        delay.n1.p95 delay.n1.p99 delay.n1.max rdp.goodput.n1 rdp.retransmissions.n1
        rdp.sawtooth.packets.n1 link.utilisation.n1->n2 schedule.done schedule.refused
        duration-seconds
        """;
    for (String metric : metrics.split("\\s+")) {
      assertNotEquals(metric, PaperNumbers.inWords(metric));
    }
  }

  /** 39 ± 5 % is 37.05 … 40.95. */
  @Test
  void ofSeveralTrialsTheWholeIntervalMustBeWithinTheTolerance() {
    double[] within = {38.5, 39, 39.5, 40}; // 39.25 ± 1.03
    double[] across = {38, 39, 40, 41}; // 39.5 ± 2.1
    double[] above = {41, 42, 41, 42, 42, 42, 42, 39}; // 41.38 ± 0.89
    double[] far = {47, 49, 45, 39, 48, 46, 47, 48}; // 46.1 ± 2.6
    double[] beyond = {45, 46, 45, 46}; // 45.5 ± 0.92

    assertEquals("39.3 \u00b1 1.0", comparison("39", within).ours());
    assertEquals(Verdict.AGREES, comparison("39", within).verdict());
    assertEquals(
        "agrees: 0.25 more than the paper (+0.6\u202f%)", comparison("39", within).difference());
    assertEquals(Verdict.UNDECIDED, comparison("39", across).verdict());
    assertEquals(
        "undecided, the interval is too wide for 4 trials;"
            + " 0.5 more than the paper (+1.3\u202f%)",
        comparison("39", across).difference());
    assertEquals(Verdict.UNDECIDED, comparison("39", above).verdict());
    assertEquals(Verdict.DISAGREES, comparison("39", far).verdict());
    assertTrue(
        comparison("39", far)
            .difference()
            .endsWith("further than the tolerance, within the range of our trials"),
        comparison("39", far).difference());
    assertEquals(Verdict.DISAGREES, comparison("39", beyond).verdict());
    assertTrue(
        comparison("39", beyond).difference().endsWith("outside everything that our 4 trials gave"),
        comparison("39", beyond).difference());
    assertEquals(
        "3 more than the paper (+7.7\u202f%); all 2 trials gave the same",
        comparison("39", 42, 42).difference());
    assertEquals("the same", comparison("39", 39, 39).difference());
  }

  /** t(1) = 12.7: of two trials the interval holds nearly every number. */
  @Test
  void moreNoiseDoesNotAgreeMore() {
    assertEquals(Verdict.UNDECIDED, comparison("39", 20, 60).verdict());
    assertEquals(Verdict.UNDECIDED, comparison("39", 39, 41).verdict());
    assertEquals(Verdict.AGREES, comparison("39", 39, 39.1).verdict());
    assertEquals(Verdict.DISAGREES, comparison("39", 42, 42.1).verdict());
  }

  @Test
  void whatThePaperRoundsAwayIsTheSame() {
    assertEquals("the same", ofOne("x", "through.n1", "54.67%", 41 / 75.0).difference());
    assertEquals("the same", ofOne("x", "through.n1", "46%", 0.464).difference());
    assertNotEquals("the same", ofOne("x", "through.n1", "46%", 0.466).difference());
    assertNotEquals("the same", ofOne("x", "through.n1", "100%", 0.998).difference());
    assertNotEquals("the same", ofOne("x", "lgc.trigger.p", "39", 39.4).difference());
  }

  /** 5 % of 46 % and half a point: from 43.2 % to 48.8 %. */
  @Test
  void theToleranceIsAPartOfTheNumberAndHalfOfItsLastDigit() {
    assertEquals(Verdict.AGREES, ofOne("x", "through.n1", "46%", 0.4879).verdict());
    assertEquals(Verdict.DISAGREES, ofOne("x", "through.n1", "46%", 0.4881).verdict());
    assertEquals(Verdict.AGREES, ofOne("x", "through.n1", "46%", 0.4321).verdict());
    assertEquals(Verdict.DISAGREES, ofOne("x", "through.n1", "46%", 0.4319).verdict());
  }

  /** 20 % of 46 % and half a point: from 36.3 % to 55.7 %. */
  @Test
  void aFileMayStateAnotherTolerance() {
    Comparison agreeing = ofOne("x", "through.n1", "46% within 20%", 0.5569);

    assertEquals(Verdict.AGREES, agreeing.verdict());
    assertEquals("46\u202f%", agreeing.paper());
    assertTrue(agreeing.difference().startsWith("agrees within 20\u202f%: "), agreeing::difference);
    Comparison further = ofOne("x", "through.n1", "46% within 20%", 0.5571);
    assertEquals(Verdict.DISAGREES, further.verdict());
    assertEquals(Verdict.DISAGREES, ofOne("x", "through.n1", "46% within 1%", 0.47).verdict());
    assertEquals(Verdict.DISAGREES, ofOne("x", "lgc.trigger.p", "39 within 0%", 39.1).verdict());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "39 39 39 | Ours agrees with all 3 numbers that the paper prints, in one trial.",
        "39 - - | Ours agrees with 1 of 3 numbers that the paper prints, in one trial;"
            + " 2 were not measured.",
        "- - - | Ours agrees with 0 of 3 numbers that the paper prints; 3 were not measured.",
        "39 1 - | Ours agrees with 1 of 3 numbers that the paper prints, in one trial;"
            + " 1 differs; 1 was not measured.",
        "39 | Ours agrees with the one number that the paper prints, in one trial.",
      })
  void everyNumberThatThePaperPrintsCounts(String ours, String sentence) {
    List<Comparison> comparisons =
        Stream.of(ours.split(" "))
            .map(
                one ->
                    one.equals("-") ? comparison("39") : comparison("39", Double.parseDouble(one)))
            .toList();

    assertEquals(sentence, new PaperVerdict(comparisons, null).sentence());
  }

  @Test
  void aMeanOfSomeTrialsSaysOfHowMany() {
    double[] some = {39, 39, 39};

    assertEquals(
        "39 (3 of 20 trials have it)",
        Comparison.ofAll("x", "lgc.trigger.p", "39", some, 20).ours());
    assertEquals("39", Comparison.ofAll("x", "lgc.trigger.p", "39", some, 3).ours());
  }

  @Test
  void whatIsUndecidedIsNotSaidToAgree() {
    assertEquals(
        "Ours agrees with 1 of 2 numbers that the paper prints;"
            + " 1 was undecided, with intervals too wide.",
        new PaperVerdict(List.of(comparison("39", 39, 39), comparison("39", 20, 60)), null)
            .sentence());
  }

  @Test
  void aBoundIsKeptOnlyIfEveryTrialKeepsIt() {
    assertEquals(Verdict.AGREES, comparison("<10", 8, 9).verdict());
    assertEquals(Verdict.DISAGREES, comparison("<10", 8, 11).verdict());
    assertEquals(
        "outside the paper's bound in 1 of 2 trials", comparison("<10", 8, 11).difference());
  }

  private static Comparison comparison(String paper, double... ours) {
    return Comparison.ofAll("x", "lgc.trigger.p", paper, ours, ours.length);
  }

  @ParameterizedTest
  @CsvSource({
    "NUMBER, 41.35, 0.31, 41.35 \u00b1 0.31",
    "NUMBER, 146.6, 4.23, 146.6 \u00b1 4.2",
    "NUMBER, 1234, 120, 1234 \u00b1 120",
    "NUMBER, 7, 0, 7",
    "NUMBER, 7, NaN, 7",
    "SHARE, 0.5468, 0.0016, 54.68 \u00b1 0.16\u202f%",
    "SECONDS, 1.2831, 0.0021, 1.2831 \u00b1 0.0021\u202fs",
    "BIT_RATE, 960900, 1200, 960.9 \u00b1 1.2\u202fkbit/s",
  })
  void anIntervalHasTwoDigits(String unit, double mean, double half, String text) {
    assertEquals(text, Figures.interval(Figures.Unit.valueOf(unit), mean, half));
  }

  @ParameterizedTest
  @CsvSource({
    "delay.n1.p95, 95th percentile of the delay of packets of n1, SECONDS",
    "delay.a-b.mean, mean delay of packets of a-b, SECONDS",
    "filter.caught.i3, packets that filters caught at i3, NUMBER",
    "filter.caught.total, packets that filters caught in all, NUMBER",
    "lgc.trigger.share, permissible share of the queue (qo), SHARE",
    "filter.seconds.i1, time that the filter at i1 is set for, SECONDS",
  })
  void newMetricsHaveWordsAndUnits(String metric, String words, String unit) {
    assertEquals(words, PaperNumbers.inWords(metric));
    assertEquals(unit, Figures.Unit.of(metric).name());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "39, 39",
    "-2, \u22122",
    "7.84219, 7.842",
    "0.000012345, 0.00001235",
    "123456, 123456",
    "1234.56, 1234.6",
    "-0.0, 0"
  })
  void numbersHaveFourDigitsAndWholeOnesAll(double value, String text) {
    assertEquals(text, Figures.number(value));
  }
}
