// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Bytes;
import rani.rdp.fixture.Kind;
import rani.rdp.fixture.Segments;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.rdp.segment.SynParameters;

/** Holds docs/rdp.md against the code: every block of hex, flag, option, phase, reason, limit. */
class RdpDocumentTest {
  private static final String DOCUMENT = read(Path.of("..", "docs", "rdp.md"));
  private static final Pattern BLOCK =
      Pattern.compile("^```hex ([a-z-]+)\n([0-9a-f ]+)\n```$", Pattern.MULTILINE);
  private static final Pattern VALUE = Pattern.compile("(?m)^\\| `(0x[0-9a-f]+)` \\| (\\w+) \\|");
  private static final Pattern FLAG =
      Pattern.compile("(?m)^\\| \\d \\| `(0x[0-9a-f]+)` \\| (\\w+) \\|");

  static Stream<Map.Entry<String, String>> blocks() {
    return BLOCK
        .matcher(DOCUMENT)
        .results()
        .map(block -> Map.entry(block.group(1), block.group(2).replace(" ", "")));
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void everyBlockOfHexIsTheScriptsAndWhatTheCodeWrites(Map.Entry<String, String> block) {
    List<String> vector =
        Bytes.lines("/golden/rdp_segments.txt").stream()
            .map(line -> List.of(line.split(" ")))
            .filter(words -> words.getFirst().equals(block.getKey()))
            .findFirst()
            .orElseThrow();
    assertEquals(vector.get(3), block.getValue());
    var bytes = Bytes.ofHex(block.getValue());
    assertNull(Segments.check(bytes, true));
    assertEquals(block.getValue(), Bytes.hex(Segments.encode(Segments.decode(bytes))));
  }

  @Test
  void everyTypeOfSegmentHasAnExample() {
    assertEquals(
        List.of(
            "ack",
            "data",
            "data-with-router-state",
            "eack",
            "nul-ack",
            "pace-request",
            "rst",
            "rst-ack",
            "syn",
            "syn-ack",
            "window-request"),
        blocks().map(Map.Entry::getKey).sorted().toList());
  }

  @Test
  void theFlagsHaveTheirValues() {
    Map<String, Integer> expected = new LinkedHashMap<>();
    expected.put("SYN", Segment.SYN);
    expected.put("ACK", Segment.ACK);
    expected.put("EACK", Segment.EACK);
    expected.put("RST", Segment.RST);
    expected.put("NUL", Segment.NUL);
    expected.put("T", RdpHeader.ROUTER_STATE);
    assertEquals(expected, values(FLAG));
  }

  @Test
  void theOptionsAndRouterFlagsHaveTheirValues() {
    Map<String, Integer> expected = new LinkedHashMap<>();
    expected.put("SDM", SynParameters.SEQUENCED);
    expected.put("ECN", SynParameters.ECN);
    expected.put("SET", RouterState.SET);
    expected.put("ECE", RouterState.ECE);
    expected.put("CWR", RouterState.CWR);
    expected.put("PACE", RouterState.PACE);
    expected.put("MEDIA", RouterState.MEDIA);
    assertEquals(expected, values(VALUE));
  }

  @Test
  void thePhasesAreTheSendersStates() {
    for (SenderState state : SenderState.values()) {
      assertSays("\n| " + state.ordinal() + " | " + state.text() + " | ");
    }
  }

  @Test
  void everyRefusalHasItsCauseAndNoOther() {
    String table = DOCUMENT.substring(DOCUMENT.indexOf("## Refusals"));
    List<String> documented =
        Pattern.compile("\n\\| `([a-z-]+)` \\|")
            .matcher(table)
            .results()
            .map(row -> row.group(1))
            .toList();
    assertEquals(
        Arrays.stream(RefusalReason.values()).map(RefusalReason::text).toList(), documented);
  }

  @Test
  void everyEndingThatIsNamedExists() {
    var reasons = new TreeSet<String>();
    Arrays.stream(CloseReason.values()).forEach(reason -> reasons.add(reason.text()));
    List<MatchResult> named =
        Pattern.compile("tells \"([a-z-]+)\"").matcher(DOCUMENT).results().toList();
    assertTrue(named.size() > 5);
    named.forEach(match -> assertTrue(reasons.contains(match.group(1)), match.group(1)));
  }

  @Test
  void everyCongestionControlIsDescribed() {
    for (Kind kind : Kind.values()) {
      assertSays("`" + kind.text() + "`");
    }
  }

  /** In the words of the table of states: "RST, ACK" has both flags, "RST" one. */
  @Test
  void whatAnswersAWrongSegmentHasTheFlagsOfTheTable() {
    assertSays("| SYN-SENT | ACK of anything else | answers RST, ACK, SEQ = SEG.ACK + 1 |");
    OneEnd caller = new OneEnd();
    caller.connect(RdpConfig.DEFAULT);
    caller.expect(Segment.SYN, 0, 0);
    caller.send(Segment.ACK, 1, 5);
    assertEquals(Segment.RST | Segment.ACK, caller.takeFirst().flags());

    assertSays("| SYN-RCVD | ACK of anything else | answers RST, ACK, SEQ = SEG.ACK + 1 |");
    OneEnd called = new OneEnd();
    called.listen(RdpConfig.DEFAULT);
    called.send(Segment.SYN, 0, 0, OneEnd.PEER);
    called.expect(Segment.SYN | Segment.ACK, 0, 0);
    called.send(Segment.ACK, 1, 5);
    assertEquals(Segment.RST | Segment.ACK, called.takeFirst().flags());

    assertSays("| OPEN | RST of SEQ = RCV.CUR + 1 | answers RST, ACK, SEQ = SND.NXT;");
    OneEnd open = OneEnd.open(RdpConfig.DEFAULT);
    open.send(Segment.RST, 1, 0);
    assertEquals(Segment.RST | Segment.ACK, open.takeFirst().flags());

    assertSays(
        "| CLOSE-WAIT | any other segment | answers RST, SEQ = SEG.ACK + 1 if it has ACK, else"
            + " SND.NXT; with ACK after an abort |");
    for (boolean aborts : new boolean[] {false, true}) {
      OneEnd closing = OneEnd.open(RdpConfig.DEFAULT);
      if (aborts) {
        closing.connection().abort(closing.nowNanos);
      } else {
        closing.connection().close(closing.nowNanos);
      }
      closing.forgetSent();
      closing.send(Segment.ACK, 1, 0);
      assertEquals(Segment.RST | (aborts ? Segment.ACK : 0), closing.takeFirst().flags());
    }
  }

  @Test
  void theLimitsAreThoseOfTheCode() {
    limit(
        "segments in a window (RCV.MAX) that this end announces or uses",
        RdpConfig.WINDOW_SEGMENTS_MAX);
    limit(
        "numbers in an EACK; with router state",
        SegmentCodec.eacksMax(false),
        SegmentCodec.eacksMax(true));
    limit("bytes of a send buffer", RdpConfig.SEND_BUFFER_BYTES_MAX);
    limit(
        "connections of an endpoint; of them half-open",
        RdpEndpoint.CONNECTIONS_MAX,
        RdpEndpoint.HALF_OPEN_MAX);
    assertSays(
        "| longest delay of an ACK | "
            + RdpConfig.Timers.ACK_DELAY_NANOS_MAX / 1_000_000
            + " ms |");
    limit("numbers in an EACK that this end sends", Receiver.EACKS_PER_SEGMENT);
    limit("ports that an endpoint listens on", RdpEndpoint.LISTENERS_MAX);
    limit("SYNs repeated by an end that was called", RdpConnection.HALF_OPEN_RETRIES);
    limit("RSTs repeated in CLOSE-WAIT", RdpConnection.CLOSE_RETRIES);
    limit(
        "answers of a connection to what cannot be its peer's, in 5 s", RdpConnection.ANSWERS_MAX);
    assertEquals(5_000_000_000L, RdpConnection.ANSWERS_NANOS);
    limit(
        "RSTs per second for segments of no connection, by link",
        RdpEndpoint.RESETS_PER_SECOND_MAX);
    limit(
        "smallest segment that a sender is made to use, IPv4 header included",
        RdpConnection.SEGMENT_BYTES_MIN);
    assertSays(String.format(Locale.ROOT, "from %,d on", RdpEndpoint.EPHEMERAL_PORT_MIN));
    assertSays("SND.UNA − 1 − " + 2 * RdpConfig.WINDOW_SEGMENTS_MAX + " and SND.NXT − 1");
  }

  @Test
  void theDefaultsAreThoseOfTheCode() {
    RdpConfig.Timers timers = RdpConfig.DEFAULT.timers();
    assertSays("after " + timers.retries() + " retransmissions (`retries`)");
    assertSays("for " + timers.keepAliveNanos() / 1_000_000_000 + " s (`keep-alive`)");
    assertSays("within " + timers.ackDelayNanos() / 1_000_000 + " ms (`delayed-ack`)");
  }

  private static void limit(String what, int... values) {
    String text =
        Arrays.stream(values)
            .mapToObj(value -> String.format(Locale.ROOT, "%,d", value))
            .reduce((first, second) -> first + "; " + second)
            .orElseThrow();
    assertSays("| " + what + " | " + text + " |");
  }

  private static void assertSays(String text) {
    assertTrue(DOCUMENT.contains(text), () -> "the document does not say: " + text);
  }

  private static Map<String, Integer> values(Pattern row) {
    Map<String, Integer> values = new LinkedHashMap<>();
    row.matcher(DOCUMENT)
        .results()
        .forEach(match -> values.put(match.group(2), Integer.decode(match.group(1))));
    return values;
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
