// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import rani.queue.Rate;
import rani.study.tracefile.TraceParser;

/** A node r with two links that have a rate; the way by a third has none. */
class SojournWatchTest {
  @Test
  void aStayIsFromTheFirstQueueToTheDeparture() {
    SequencedMap<String, Double> metrics =
        observe(
            joins(1.0, "node", 1),
            joins(1.5, "link-0", 1), // behind the node's own queue
            leaves(3.0, 0, 1),
            joins(4.0, "node", 2),
            joins(4.0, "link-1", 2),
            leaves(4.25, 1, 2),
            joins(5.0, "node", 3),
            leaves(6.0, 0, 3),
            leaves(7.0, 0, 4) + " service=2 control");

    assertEquals(1.5, metrics.get("sojourn.r->s.mean")); // 2 s and 1 s
    assertEquals(1, metrics.get("sojourn.r->s.p50"));
    assertEquals(2, metrics.get("sojourn.r->s.p95"));
    assertEquals(2, metrics.get("sojourn.r->s.max"));
    assertEquals(0.25, metrics.get("sojourn.r->q.mean"));
    assertFalse(metrics.containsKey("sojourn.r->q.percentile-error"), metrics::toString);
  }

  @Test
  void whatAQueueDropsFromInsideHasNoStay() {
    SequencedMap<String, Double> metrics =
        observe(
            joins(1.0, "link-0", 1),
            at(1.5, "head queue=link-0 verdict=drop sojourn=0.500000000", 1),
            at(1.5, "drop reason=sojourn", 1),
            joins(2.0, "link-0", 2),
            at(2.0, "verdict queue=link-0 verdict=overflow queued=9 average=9", 3),
            at(2.0, "drop reason=queue-full", 3),
            at(2.5, "head queue=link-0 verdict=mark sojourn=0.500000000", 2),
            leaves(3.0, 0, 2),
            joins(4.0, "link-0", 1), // the number comes again
            leaves(4.5, 0, 1));

    assertEquals(1, metrics.get("sojourn.r->s.max"));
    assertEquals(0.75, metrics.get("sojourn.r->s.mean"));
  }

  @Test
  void aCopyDoesNotCountWhileItsLikeIsInside() {
    SequencedMap<String, Double> metrics =
        observe(
            joins(1.0, "link-0", 1),
            joins(1.25, "link-0", 1),
            leaves(2.0, 0, 1),
            leaves(3.0, 0, 1));

    assertEquals(1, metrics.get("sojourn.r->s.mean"));
    assertEquals(1, metrics.get("sojourn.r->s.max"));
  }

  @Test
  void onlyWhatLeavesWithinTheSpanByAWayThatIsWatchedCounts() {
    SequencedMap<String, Double> metrics =
        observe(
            joins(8.0, "link-0", 1),
            leaves(9.5, 0, 1), // the span ends at 9 s
            joins(7.0, "link-0", 2),
            leaves(9.0, 0, 2),
            joins(7.0, "link-2", 3),
            leaves(8.0, 2, 3));

    assertEquals(2, metrics.get("sojourn.r->s.mean"));
    assertEquals(2, metrics.get("sojourn.r->s.p50"));
    assertFalse(metrics.containsKey("sojourn.r->q.mean"), metrics::toString);
  }

  /** One beyond its share waits and is served as data is; those that pass beside are neither. */
  @Test
  void ofControlPacketsThoseCountThatWereQueued() {
    SequencedMap<String, Double> metrics =
        observe(
            joins(1.0, "link-0", 1) + " service=2 control",
            leaves(2.0, 0, 1) + " service=2 control",
            joins(3.0, "link-0", 2) + " service=2 control",
            at(3.5, "drop reason=sojourn", 2) + " service=2 control",
            leaves(4.0, 0, 2) + " service=2 control", // the number comes again
            leaves(5.0, 0, 3) + " service=2 control");

    assertEquals(1, metrics.get("sojourn.r->s.mean"));
    assertEquals(1, metrics.get("sojourn.r->s.max"));
    double served = 0.008; // 1,000 bytes at 1 Mbit/s, in 5 s
    assertEquals(served / 5, metrics.getOrDefault("link.utilisation.r->s", 0.0), 1e-12);
  }

  private static String joins(double seconds, String queue, int id) {
    return at(seconds, "verdict queue=" + queue + " verdict=enqueue queued=1 average=1", id);
  }

  private static String leaves(double seconds, int link, int id) {
    return at(seconds, "departure link=" + link + " late=0", id);
  }

  private static String at(double seconds, String event, int id) {
    String packet = " from=10.0.0.1 to=10.0.0.4 proto=17 id=" + id + " len=1000 sport=5 dport=7";
    return String.format(Locale.ROOT, "%.9f r ", seconds) + event + packet;
  }

  private static SequencedMap<String, Double> observe(String... lines) {
    List<ObservedLink> links =
        List.of(
            new ObservedLink("r", 0, "r->s", Rate.bitsPerSecond(1e6)),
            new ObservedLink("r", 1, "r->q", Rate.UNLIMITED));
    ObservedSpan span = new ObservedSpan(0, OptionalLong.of(9_000_000_000L));
    var run =
        new Observations(
            new ObservationPlan(
                "r", "node", OptionalDouble.empty(), new LinkedHashMap<>(), links, span, 0));
    List.of(lines).forEach(line -> TraceParser.replay(line, run::at));
    return run.metrics(Map.of());
  }
}
