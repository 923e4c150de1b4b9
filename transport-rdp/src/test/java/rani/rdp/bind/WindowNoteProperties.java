// SPDX-License-Identifier: Apache-2.0
package rani.rdp.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import rani.rdp.RdpStatistics;
import rani.rdp.SenderState;

class WindowNoteProperties {
  private static final String CONNECTION = "10.0.0.1:49152-10.0.0.5:7000";

  @Example
  void theTextIsThatOfTheTraceFormat() {
    WindowNote note = note(SenderState.SLOW_START, 12.3456, 64, 250_000_499, 1_200_000_500L, 7);

    assertEquals(
        "conn=10.0.0.1:49152-10.0.0.5:7000 state=SS cwnd=12.346 ssthresh=64.000"
            + " srtt=0.250000 rto=1.200001 flight=7",
        note.text());
  }

  @Property
  void theValuesAreThoseThatTheTextSays(
      @ForAll SenderState state,
      @ForAll @DoubleRange(min = 0, max = 65_535) double cwnd,
      @ForAll @DoubleRange(min = 0, max = 1e9) double ssthresh,
      @ForAll @LongRange(min = 0, max = 3_600_000_000_000L) long srttNanos,
      @ForAll @LongRange(min = 0, max = 3_600_000_000_000L) long rtoNanos,
      @ForAll @IntRange(max = 65_535) int flight) {
    WindowNote note = note(state, cwnd, ssthresh, srttNanos, rtoNanos, flight);

    Map<String, String> said = new LinkedHashMap<>();
    for (String pair : note.text().split(" ")) {
      said.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }

    assertEquals(said.get("conn"), note.connection());
    assertEquals(said.get("state"), note.state().text());
    assertEquals(Double.parseDouble(said.get("cwnd")), note.cwnd());
    assertEquals(Double.parseDouble(said.get("ssthresh")), note.ssthresh());
    assertEquals(Math.round(Double.parseDouble(said.get("srtt")) * 1e9), note.srttNanos());
    assertEquals(Math.round(Double.parseDouble(said.get("rto")) * 1e9), note.rtoNanos());
    assertEquals(Integer.parseInt(said.get("flight")), note.flight());
  }

  private static WindowNote note(
      SenderState state, double cwnd, double ssthresh, long srttNanos, long rtoNanos, int flight) {
    WindowNote note = new WindowNote(CONNECTION);
    note.read(
        state,
        new RdpStatistics(
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, srttNanos, rtoNanos, cwnd, ssthresh,
            flight, 0));
    return note;
  }
}
