// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.study.tracefile.TraceParser;

/** Filters of i1 and i3, told by hand. */
class FilterWatchTest {
  private static final String CONNECTION = "10.0.0.1:5>10.0.0.8:7/17";

  private static Observations observe(String... lines) {
    var names = new LinkedHashMap<String, String>();
    names.put("10.0.0.1", "n1");
    var run =
        new Observations(
            TestPlans.whole("n7", "node", OptionalDouble.empty(), names, 100_000_000_000L));
    List.of(lines).forEach(line -> TraceParser.replay(line, run::at));
    return run;
  }

  private static String filter(int second, String place, String change, String flow, int until) {
    return (100 + second)
        + ".000000000 "
        + place.replace("/", " filter change=" + change + " link=")
        + " flow="
        + flow
        + " until="
        + (100 + until)
        + ".000000000 caught=0";
  }

  private static String packet(int protocol, String source, String destination, String ports) {
    return " from="
        + source
        + " to="
        + destination
        + " proto="
        + protocol
        + " id=1 len=1000"
        + (ports.isBlank() && protocol != 1 ? " sport=0 dport=0" : ports);
  }

  @Test
  void theFiltersOfEachNodeAreCounted() {
    String caught = "102.500000000 i1 drop reason=filtered link=";
    String packet = packet(17, "10.0.0.1", "10.0.0.8", "");
    SequencedMap<String, Double> metrics =
        observe(
                filter(1, "i1/1", "install", "10.0.0.1", 6),
                filter(1, "i1/2", "install", "10.0.0.1", 6),
                filter(2, "i3/1", "install", "10.0.0.1", 9),
                filter(3, "i1/1", "refresh", "10.0.0.1", 8),
                filter(4, "i1/1", "refresh", "10.0.0.1", 9),
                filter(4, "i1/2", "refresh", "10.0.0.1", 9),
                caught + 1 + packet,
                caught + 2 + packet,
                caught + 2 + packet,
                caught + 3 + packet, // no filter is there
                filter(9, "i1/1", "expire", "10.0.0.1", 9),
                caught.replace("102", "110") + 1 + packet) // nor any more
            .metrics(Map.of());

    assertEquals(2, metrics.get("filter.installs.i1"));
    assertEquals(1, metrics.get("filter.installs.i3"));
    assertEquals(3, metrics.get("filter.installs.total"));
    assertEquals(3, metrics.get("filter.refreshes.i1"));
    assertEquals(0, metrics.get("filter.refreshes.i3"));
    assertEquals(3, metrics.get("filter.caught.i1"));
    assertEquals(0, metrics.get("filter.caught.i3"));
    assertEquals(3, metrics.get("filter.caught.total"));
    assertEquals(1, metrics.get("filter.at-seconds.i1"));
    assertEquals(2, metrics.get("filter.at-seconds.i3"));
    assertEquals(5, metrics.get("filter.seconds.i1"), "as it was installed");
    assertEquals(7, metrics.get("filter.seconds.i3"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        CONNECTION + " | 17 | 10.0.0.1 | 10.0.0.8 | sport=5 dport=7 | true",
        CONNECTION + " | 17 | 10.0.0.2 | 10.0.0.8 | sport=5 dport=7 | false",
        CONNECTION + " | 17 | 10.0.0.1 | 10.0.0.9 | sport=5 dport=7 | false",
        CONNECTION + " | 27 | 10.0.0.1 | 10.0.0.8 | sport=5 dport=7 | false",
        CONNECTION + " | 17 | 10.0.0.1 | 10.0.0.8 | sport=6 dport=7 | false",
        CONNECTION + " | 17 | 10.0.0.1 | 10.0.0.8 | sport=5 dport=8 | false",
        CONNECTION + " | 17 | 10.0.0.1 | 10.0.0.8 | '' | false",
        "10.0.0.1:0>10.0.0.8:0/1 | 1 | 10.0.0.1 | 10.0.0.8 | '' | true",
        "10.0.0.1:0>0.0.0.0:0/1 | 1 | 10.0.0.1 | 10.0.0.8 | '' | false",
        "10.0.0.1:65535>10.0.0.8:40000/17 | 17 | 10.0.0.1 | 10.0.0.8"
            + " | sport=65535 dport=40000 | true",
        "200.0.0.1:5>255.0.0.8:7/17 | 17 | 200.0.0.1 | 255.0.0.8 | sport=5 dport=7 | true",
        "200.0.0.1 | 17 | 200.0.0.1 | 10.0.0.9 | sport=5 dport=7 | true",
        "10.0.0.1 | 27 | 10.0.0.1 | 10.0.0.9 | '' | true",
        "10.0.0.1 | 27 | 10.0.0.2 | 10.0.0.9 | '' | false",
        "video | 17 | 10.0.0.1 | 10.0.0.8 | sport=5 dport=7 | false"
      })
  void aPacketIsOfTheFlowThatTheTraceNames(
      String flow, int protocol, String source, String destination, String ports, boolean caught) {
    String packet = packet(protocol, source, destination, " " + ports).strip();
    Observations run =
        observe(
            filter(1, "i1/1", "install", flow, 6),
            "102.000000000 i1 drop reason=filtered link=1 " + packet,
            "102.000000000 i1 verdict queue=node verdict=enqueue queued=0 average=0 " + packet,
            "102.000000000 i3 verdict queue=node verdict=enqueue queued=0 average=0 " + packet);

    assertEquals(caught ? 1 : 0, run.filters().getFirst().caughtFrames());
    assertEquals(
        caught ? 1 : 0,
        run.metrics(Map.of())
            .get("queue.i1.entered-after-filter." + (flow.equals("10.0.0.1") ? "n1" : flow)));
  }

  @Test
  void aFilterThatHasEndedCountsNothingThatEnters() {
    String joins =
        ".000000000 i1 verdict queue=node verdict=enqueue queued=0 average=0"
            + packet(17, "10.0.0.1", "10.0.0.8", "");
    SequencedMap<String, Double> metrics =
        observe(
                filter(1, "i1/1", "install", "10.0.0.1", 6),
                "102" + joins,
                filter(3, "i1/1", "remove", "10.0.0.1", 6),
                "104" + joins,
                filter(5, "i1/1", "install", "10.0.0.1", 9),
                "106" + joins)
            .metrics(Map.of());

    assertEquals(2, metrics.get("queue.i1.entered-after-filter.n1"));
    assertEquals(2, metrics.get("filter.installs.i1"));
    assertFalse(metrics.containsKey("filter.installs.n1"));
  }
}
