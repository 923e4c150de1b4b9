// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.world.Verdict;

class TraceEventTest {
  private static final String PACKET = "from=10.0.0.1 to=10.0.0.8 proto=17 id=12 len=1000";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12.345678901 n1 origin " + PACKET,
        "12.345678901 n1 origin " + PACKET + " sport=5001 dport=7",
        "12.345678901 n1 origin " + PACKET + " service=3 control",
        "0.000000000 n7 arrival link=2 " + PACKET,
        "1.000000001 n7 verdict queue=node verdict=enqueue queued=4 average=2.53 " + PACKET,
        "1.000000001 n7 verdict queue=link-3 verdict=drop-early queued=4 average=2.53 " + PACKET,
        "1.000000001 n7 departure link=2 late=1200 " + PACKET,
        "1.000000001 n8 delivery at=sink " + PACKET,
        "1.000000001 n7 drop reason=filtered link=2 " + PACKET,
        "1.000000001 n7 drop reason=no-route " + PACKET,
        "1.000000001 n7 drop reason=bad-length link=2 frame=17bytes",
        "1.000000001 n7 filter change=install link=2 flow=10.0.0.1 until=101.000000001 caught=0",
        "1.000000001 n7 filter change=expire flow=10.0.0.1:5>10.0.0.8:7/17 until=-1.500000000"
            + " caught=9",
        "1.000000001 n7 congestion queue=node kind=above-max average=25.01",
        "-1.000000001 n7 congestion queue=node kind=marked average=1.0E-5",
        "1.000000001 n7 arrival link=2 frame=17bytes",
        "1.000000001 n7 link link=2 state=up",
        "1.000000001 n7 note service=lgc event=trigger p=39 n=7 r=17 gci=10.0.0.1 held=21",
      })
  void theLinesOfTheTraceFormatAreReadAndPrintedUnchanged(String line) {
    assertEquals(line, TraceEvent.parse(line).print());
  }

  @Test
  void aVerdictIsReadFieldByField() {
    TraceEvent.Verdict verdict =
        (TraceEvent.Verdict)
            TraceEvent.parse(
                "2.500000000 n7 verdict queue=node verdict=mark queued=4 average=2.5 "
                    + PACKET
                    + " sport=5001");

    assertEquals(2_500_000_000L, verdict.timeNanos());
    assertEquals("n7", verdict.node());
    assertEquals("node", verdict.queue());
    assertEquals(Verdict.MARK, verdict.verdict());
    assertEquals(4, verdict.queuedFrames());
    assertEquals(2.5, verdict.averageFrames());
    assertEquals("10.0.0.1", verdict.packet().from());
    assertEquals(1000, verdict.packet().lengthBytes());
    assertEquals(OptionalInt.of(5001), verdict.packet().sourcePort());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 1 | expected a number",
        "x n1 link link=1 state=up | 1 | expected a number",
        "1.5 n1 link link=1 state=up | 4 | nine decimals",
        "01.500000000 n1 link link=1 state=up | 1 | leading zero",
        "99999999999.000000000 n1 link link=1 state=up | 1 | over",
        "1.500000000 | 12 | the node's name",
        "1.500000000 n1 arival link=1 | 16 | unknown kind 'arival', expected one of origin,"
            + " arrival",
        "1.500000000 n1 link link=1 state=left | 28 | up or down",
        "1.500000000 n1 link link=-1 state=up | 26 | expected a number",
        "1.500000000 n1 link  link=1 state=up | 20 | expected 'link='",
        "1.500000000 n1 note event | 21 | key=value",
        "1.500000000 n1 note a=1 a=2 | 25 | again",
        "1.500000000 n1 congestion queue=node kind=above-max average=NaN | 53 | no average",
        "1.500000000 n1 congestion queue=node kind=above-max average=-1 | 53 | no average",
        "1.500000000 n1 drop reason=x frame=17 | 38 | bytes",
        "1.500000000 n1 origin from=10.0.0.256 to=10.0.0.8 | 35 | over 255",
        "1.500000000 n1 verdict queue=node verdict=enqeue queued=1 | 35 | expected one of enqueue,"
            + " mark,",
        "1.500000000 n1 origin from=10.0.1 to=10.0.0.8 | 34 | IPv4",
      })
  void aBadLineIsRefusedWithItsColumnAndWhatWasExpected(String line, int column, String problem) {
    assertRefused(line, column, problem);
  }

  @Test
  void anOverlongLineAndALineThatIsNotAsciiAreRefused() {
    String line = "1.500000000 n1 note a=" + "x".repeat(TraceEvent.LINE_CHARACTERS_MAX);

    assertThrows(TraceFormatException.class, () -> TraceEvent.parse(line));
    assertThrows(
        TraceFormatException.class, () -> TraceEvent.parse("1.500000000 n1 note a=\u00e4"));
    assertThrows(TraceFormatException.class, () -> TraceEvent.parse("1.500000000 n1 note a=\t"));
  }

  /** A word has 1024 characters at most, a note 256 values, a line 4096 characters. */
  @Test
  void theLimitsThemselvesAreWithin() {
    String word = "a=" + "x".repeat(1022);
    String note = "1.500000000 n1 note ";
    assertEquals(note + word, TraceEvent.parse(note + word).print());
    assertRefused(note + word + "x", 21, "longer than 1024");
    assertRefused(note + word + " b" + word, 1046, "longer than 1024");

    StringBuilder values = new StringBuilder(note.strip());
    for (int k = 0; k < 256; k++) {
      values.append(" k").append(k).append("=1");
    }
    assertEquals(values.toString(), TraceEvent.parse(values.toString()).print());
    assertRefused(values + " z=1", values.length() + 2, "more than 256 values");

    String line = note + word + " b=" + "x".repeat(1020) + " c=" + "x".repeat(1020) + " d=";
    line += "x".repeat(4096 - line.length());
    assertEquals(line, TraceEvent.parse(line).print());
    assertRefused(line + "x", 4097, "longer than 4096");
  }

  @Test
  void allPrintableCharactersAreTakenAndNoOthers() {
    StringBuilder printable = new StringBuilder();
    for (char c = '!'; c <= '~'; c++) {
      printable.append(c);
    }
    String line = "1.500000000 n1 note a=" + printable;
    assertEquals(line, TraceEvent.parse(line).print());
    assertRefused(line + "\u007f", line.length() + 1, "not printable");
    assertRefused("1.500000000 n1 note a=\u001f", 23, "not printable");
  }

  @Test
  void aPairHasAKeyAndAValue() {
    assertEquals("1.500000000 n1 note a==", TraceEvent.parse("1.500000000 n1 note a==").print());
    assertRefused("1.500000000 n1 note =a", 21, "key=value");
    assertRefused("1.500000000 n1 note abc=", 21, "key=value");
  }

  @Test
  void whatIsLeftOverIsToldInFortyCharacters() {
    String line = "1.500000000 n1 link link=1 state=up";
    String forty = "x".repeat(40);
    assertRefused(line + " " + forty, 36, "unexpected '" + forty + "'");
    assertRefused(line + " " + forty + "y", 36, "unexpected '" + forty + "…'");
    assertRefused("1.500 n1 link link=1 state=up", 6, "expected nine decimals, found 3");
    assertRefused("1.5000000001 n1 link link=1 state=up", 12, "the node's name");
  }

  private static void assertRefused(String line, int column, String problem) {
    TraceFormatException refusal =
        assertThrows(TraceFormatException.class, () -> TraceEvent.parse(line));
    assertTrue(refusal.toString().contains(problem), refusal.toString());
    assertEquals(column, refusal.column(), refusal.toString());
  }
}
