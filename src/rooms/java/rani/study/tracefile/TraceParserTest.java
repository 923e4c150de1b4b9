// SPDX-License-Identifier: Apache-2.0
package rani.study.tracefile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.node.TraceLines;
import rani.wire.Address;
import rani.wire.Frame;
import rani.world.NodeTrace;
import rani.world.Verdict;

class TraceParserTest {
  private static final String PACKET =
      "from=10.0.0.1 to=10.0.0.8 proto=17 id=12 len=1000 sport=5001 dport=7";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12.345678901 n1 origin " + PACKET,
        "12.345678901 n1 origin " + PACKET + " service=3 control",
        "12.345678901 n1 origin from=10.0.0.1 to=10.0.0.8 proto=253 id=0 len=20",
        "12.345678901 n1 origin from=200.0.0.1 to=255.0.0.8 proto=27 id=65535 len=65535"
            + " sport=65535 dport=40000",
        "12.345678901 n1 origin from=10.0.0.1 to=10.0.0.8 proto=6 id=0 len=40 sport=50000 dport=80",
        "12.345678901 n1 origin from=10.0.0.1 to=10.0.0.8 proto=17 id=9 len=24", // a fragment
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
    assertEquals(line, again(line));
  }

  @Test
  void aVerdictIsToldFieldByField() {
    List<String> told = new ArrayList<>();
    NodeTrace verdicts =
        new NodeTrace() {
          @Override
          public void verdict(
              long nowNanos,
              String queue,
              ByteBuf frame,
              Verdict verdict,
              int queuedFrames,
              double averageFrames) {
            told.add(nowNanos + " " + queue + " " + verdict + " " + queuedFrames);
            assertEquals(2.5, averageFrames);
            assertNull(Frame.check(frame));
            assertEquals("10.0.0.1", Address.text(Frame.source(frame)));
            assertEquals("10.0.0.8", Address.text(Frame.destination(frame)));
            assertEquals(1000, Frame.length(frame));
            assertEquals(5001, Frame.sourcePort(frame));
            assertEquals(7, Frame.destinationPort(frame));
            assertFalse(Frame.isControl(frame));
          }
        };
    TraceParser.replay(
        "2.500000000 n7 verdict queue=node verdict=mark queued=4 average=2.5 " + PACKET,
        node -> node.equals("n7") ? verdicts : NodeTrace.NONE);

    assertEquals(List.of("2500000000 node MARK 4"), told);
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
        "1.500000000 n1 note event=a | 20 | expected 'service='",
        "1.500000000 n1 note service=s a=1 | 30 | expected 'event='",
        "1.500000000 n1 note service=s event=e a | 39 | key=value",
        "1.500000000 n1 note service=s event=e a=1 a=2 | 43 | again",
        "1.500000000 n1 note service=s event=e service=t | 39 | again",
        "1.500000000 n1 congestion queue=node kind=above-max average=NaN | 53 | no average",
        "1.500000000 n1 congestion queue=node kind=above-max average=-1 | 53 | no average",
        "1.500000000 n1 drop reason=x frame=17bytes | 21 | unknown reason=x, expected one of",
        "1.500000000 n1 drop reason=expired frame=17 | 44 | bytes",
        "1.500000000 n1 arrival link=0 frame=2147483647bytes | 37 | over",
        "1.500000000 n1 arrival link=65536 frame=17bytes | 29 | over 65535",
        "1.500000000 n1 origin from=10.0.0.1 to=10.0.0.8 proto=17 id=1 len=100 sport=1 | 78 |"
            + " dport=",
        "1.500000000 n1 origin from=10.0.0.1 to=10.0.0.8 proto=17 id=1 len=20 | 23 | no packet",
        "1.500000000 n1 origin from=10.0.0.1 to=10.0.0.8 proto=17 id=1 len=27 sport=1 dport=2 | 23"
            + " | there is no packet 'from=10.0.0.1",
        "1.500000000 n1 origin from=10.0.0.1 to=10.0.0.8 proto=253 id=1 len=19 | 23 | no packet",
        "1.500000000 n1 origin from=10.0.0.1 to=10.0.0.8 proto=6 id=1 len=65 control | 23 |"
            + " no packet",
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
    String line =
        "1.500000000 n1 note service=s event=e a=" + "x".repeat(TraceParser.LINE_CHARACTERS_MAX);

    assertThrows(TraceFormatException.class, () -> again(line));
    assertThrows(
        TraceFormatException.class, () -> again("1.500000000 n1 note service=s event=e a=\u00e4"));
    assertThrows(
        TraceFormatException.class, () -> again("1.500000000 n1 note service=s event=e a=\t"));
  }

  /** A word has 1024 characters at most, a note 256 values, a line 4096 characters. */
  @Test
  void theLimitsThemselvesAreWithin() {
    String word = "a=" + "x".repeat(1022);
    String note = "1.500000000 n1 note service=s event=e ";
    assertEquals(note + word, again(note + word));
    assertRefused(note + word + "x", 39, "longer than 1024");
    assertRefused(note + word + " b" + word, 1064, "longer than 1024");

    StringBuilder values = new StringBuilder(note.strip());
    for (int k = 2; k < 256; k++) {
      values.append(" k").append(k).append("=1");
    }
    assertEquals(values.toString(), again(values.toString()));
    assertRefused(values + " z=1", values.length() + 2, "more than 256 values");

    String line = note + word + " b=" + "x".repeat(1020) + " c=" + "x".repeat(1020) + " d=";
    line += "x".repeat(4096 - line.length());
    assertEquals(line, again(line));
    assertRefused(line + "x", 4097, "longer than 4096");
  }

  @Test
  void allPrintableCharactersAreTakenAndNoOthers() {
    StringBuilder printable = new StringBuilder();
    for (char c = '!'; c <= '~'; c++) {
      printable.append(c);
    }
    String line = "1.500000000 n1 note service=s event=e a=" + printable;
    assertEquals(line, again(line));
    assertRefused(line + "\u007f", line.length() + 1, "not printable");
    assertRefused("1.500000000 n1 note service=s event=e a=\u001f", 41, "not printable");
  }

  @Test
  void aPairHasAKeyAndAValue() {
    assertEquals(
        "1.500000000 n1 note service=s event=e a==",
        again("1.500000000 n1 note service=s event=e a=="));
    assertRefused("1.500000000 n1 note service=s event=e =a", 39, "key=value");
    assertRefused("1.500000000 n1 note service=s event=e abc=", 39, "key=value");
  }

  @Test
  void keysOfALaterVersionArePassedOverAtTheEndOfALine() {
    for (String event :
        List.of(
            "arrival link=2 " + PACKET,
            "departure link=2 late=0 " + PACKET + " service=3 control",
            "link link=1 state=up",
            "filter change=install link=2 flow=10.0.0.1 until=101.000000001 caught=0")) {
      String line = "1.500000000 n1 " + event;
      assertEquals(line, again(line + " colour=red x=1"));
      assertRefused(line + " colour=red x", line.length() + 12, "unexpected 'x'");
      assertRefused(line + " =red", line.length() + 1, "unexpected '=red'");
      assertRefused(line + " colour=", line.length() + 1, "unexpected 'colour='");
    }
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
    TraceFormatException refusal = assertThrows(TraceFormatException.class, () -> again(line));
    assertTrue(refusal.toString().contains(problem), refusal.toString());
    assertEquals(column, refusal.column(), refusal.toString());
  }

  /** The line that is written of what a line tells. */
  private static String again(String line) {
    StringBuilder written = new StringBuilder();
    TraceParser.replay(
        line,
        node ->
            new TraceLines(
                node, ascii -> written.append(new String(ascii, StandardCharsets.US_ASCII))));
    return written.toString().strip();
  }
}
