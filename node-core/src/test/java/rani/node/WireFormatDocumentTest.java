// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rani.fixture.Bytes;
import rani.fixture.TestNode;
import rani.link.ControlTokenBucket;
import rani.link.Diversion;
import rani.link.Originator;
import rani.queue.Rate;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.KeyedTrailer;
import rani.wire.NodeMessage;
import rani.wire.RaniHeader;
import rani.wire.ReplayWindow;
import rani.wire.ServiceMessage;
import rani.wire.UdpFlow;
import rani.world.DropReason;

/** Holds docs/wire-format.md against the code: every block of hex, every drop reason. */
class WireFormatDocumentTest {
  /** Of buffers that need not be released. */
  private static final ByteBufAllocator HEAP = new UnpooledByteBufAllocator(false);

  private static final String DOCUMENT = read(Path.of("..", "docs", "wire-format.md"));
  private static final Pattern BLOCK =
      Pattern.compile("^```hex ([a-z-]+)\n([0-9a-f \n]+)\n```$", Pattern.MULTILINE);
  private static final Pattern FIELD =
      Pattern.compile("^\\| (\\d+)(?:–(\\d+))? \\| `([0-9a-f]+)` \\|", Pattern.MULTILINE);
  private static final Set<String> KEYS = Set.of("key", "origin-key", "origin-secret");
  private static final byte[] HELLO = "hello".getBytes(US_ASCII);

  @Test
  void everyBlockOfHexIsCompared() {
    assertEquals(
        List.of(
            "datagram",
            "datagram-first-hop",
            "datagram-sealed",
            "datagram-second-hop",
            "hello",
            "key",
            "link-state",
            "link-state-ack",
            "link-state-signed",
            "origin-key",
            "origin-secret"),
        new TreeMap<>(blocks())
            .entrySet().stream()
                .filter(block -> !isOfAService(block))
                .map(Map.Entry::getKey)
                .toList());
  }

  /** Messages to services, which services compare. */
  private static boolean isOfAService(Map.Entry<String, String> block) {
    return !KEYS.contains(block.getKey())
        && RaniHeader.act(Bytes.ofHex(block.getValue()), 0)
        && RaniHeader.service(Bytes.ofHex(block.getValue()), 0) != Menu.NODE_NUMBER;
  }

  @Test
  void theDatagramIsWhatItsOriginatorMakes() {
    assertEquals(hex("datagram"), Bytes.hex(datagram()));
  }

  @Test
  void theTableTakesTheDatagramApart() {
    StringBuilder table = new StringBuilder();
    for (MatchResult field : FIELD.matcher(DOCUMENT).results().toList()) {
      int first = Integer.parseInt(field.group(1));
      int last = field.group(2) == null ? first : Integer.parseInt(field.group(2));
      assertEquals(2 * first, table.length(), "bytes before " + first);
      table.append(field.group(3));
      assertEquals(2 * (last + 1), table.length(), "bytes up to " + last);
    }
    assertEquals(hex("datagram"), table.toString());
  }

  @Test
  void theDatagramChangesOnItsWayAsTheDocumentSays() {
    TestNode.Builder first = TestNode.named("n1", "10.0.0.1").link("10.0.0.2").route("10.0.0.8", 0);
    try (TestNode n1 = first.build()) {
      n1.node().originate(0, of(n1, "datagram"));
      assertEquals(hex("datagram-first-hop"), Bytes.hex(n1.sent().getFirst().frame()));
    }
    TestNode.Builder second =
        TestNode.named("n2", "10.0.0.2")
            .link("10.0.0.1")
            .link("10.0.0.3", link -> link.rate(Rate.packetsPerSecond(200)).delay(ms(1)))
            .route("10.0.0.8", 1);
    try (TestNode n2 = second.build()) {
      n2.receives(0, of(n2, "datagram-first-hop"));
      n2.runTo(ms(5));
      assertEquals(hex("datagram-second-hop"), Bytes.hex(n2.sent().getFirst().frame()));
    }
  }

  @Test
  void theHelloIsWhatANodeSays() {
    Originator n1 = originator("10.0.0.1");
    ServiceMessage hello = new NodeMessage.LinkHello(5, true, 1000);
    ByteBuf sixth = Unpooled.EMPTY_BUFFER;
    for (int packet = 0; packet < 6; packet++) {
      sixth = n1.message(Address.parse("10.0.0.2"), Menu.NODE_NUMBER, hello);
    }
    assertEquals(hex("hello"), Bytes.hex(sixth));
  }

  @Test
  void theLinkStateAndItsAnswerAreWhatNodesSay() {
    NodeMessage.LinkState.Neighbour one =
        new NodeMessage.LinkState.Neighbour(Address.parse("10.0.0.2"), 1500, 1);
    NodeMessage.LinkState.Neighbour other =
        new NodeMessage.LinkState.Neighbour(Address.parse("10.0.0.7"), 9000, 2);
    int n3 = Address.parse("10.0.0.3");
    ServiceMessage state = new NodeMessage.LinkState(n3, 0, 7, 1, "n3", List.of(one, other));
    ServiceMessage answer = new NodeMessage.LinkStateAck(n3, 0, 7);
    assertEquals(
        hex("link-state"),
        Bytes.hex(
            originator("10.0.0.3").message(Address.parse("10.0.0.2"), Menu.NODE_NUMBER, state)));
    assertEquals(
        hex("link-state-ack"),
        Bytes.hex(originator("10.0.0.2").message(n3, Menu.NODE_NUMBER, answer)));
  }

  @Test
  void theSignedLinkStateIsWhatItsOriginSaysAndOthersVerify() {
    int n3 = Address.parse("10.0.0.3");
    NodeMessage.LinkState state =
        new NodeMessage.LinkState(
            n3,
            0,
            7,
            1,
            "n3",
            List.of(
                new NodeMessage.LinkState.Neighbour(Address.parse("10.0.0.2"), 1500, 1),
                new NodeMessage.LinkState.Neighbour(Address.parse("10.0.0.7"), 9000, 2)));
    byte[] secret = HexFormat.of().parseHex(hex("origin-secret"));
    SequencedMap<Integer, byte[]> known = new TreeMap<>();
    known.put(n3, HexFormat.of().parseHex(hex("origin-key")));
    OriginKeys keys = OriginKeys.of(secret).with(known);
    byte[] signature = keys.sign(state.signed());
    assertEquals(
        hex("link-state-signed"),
        Bytes.hex(
            originator("10.0.0.3")
                .message(
                    Address.parse("10.0.0.2"),
                    Menu.NODE_NUMBER,
                    new NodeMessage.SignedLinkState(state, signature))));
    assertTrue(keys.verifies(n3, state.signed(), signature));
    assertSays("at most %d a second by each link", OriginProofs.VERIFIED_PER_SECOND_MAX);
    assertSays("%d at once", OriginProofs.VERIFIED_AT_ONCE_MAX);
  }

  @Test
  void theSealedDatagramIsWhatTheKeyMakesOfIt() {
    KeyedTrailer key = new KeyedTrailer(ByteBufUtil.decodeHexDump(hex("key")));
    ByteBuf frame = datagram();
    key.seal(frame, 1, 0);
    assertEquals(hex("datagram-sealed"), Bytes.hex(frame));
  }

  @Test
  void everyFrameOfTheDocumentPassesTheDoor() {
    for (Map.Entry<String, String> block : blocks().entrySet()) {
      if (!KEYS.contains(block.getKey())) {
        assertNull(Frame.check(Bytes.ofHex(block.getValue())), block.getKey());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyDropReasonHasItsCause(DropReason reason) {
    assertTrue(
        DOCUMENT.contains("\n| `" + reason.text() + "` | "),
        () -> "docs/wire-format.md: add a row with the cause of `" + reason.text() + "`");
  }

  @Test
  void noCauseIsForAReasonThatDoesNotExist() {
    int from = DOCUMENT.indexOf("\n## Drop reasons\n");
    String table = DOCUMENT.substring(from, DOCUMENT.indexOf("\n## ", from + 1));
    List<String> documented =
        Pattern.compile("\n\\| `([a-z-]+)` \\|")
            .matcher(table)
            .results()
            .map(r -> r.group(1))
            .toList();
    assertEquals(Arrays.stream(DropReason.values()).map(DropReason::text).toList(), documented);
  }

  @Test
  void theLimitsAreThoseOfTheCode() {
    assertSays("The longest frame is %,d bytes", Frame.LENGTH_MAX);
    assertSays("at most %d bytes of IPv4 total length", Frame.CONTROL_BYTES_MAX);
    assertSays("%d %% of the rate", ControlTokenBucket.PERCENT);
    assertSays("%,d bytes at least", ControlTokenBucket.BURST_BYTES_MIN);
    assertSays("in %d ms", (int) (ControlTokenBucket.BURST_NANOS / 1_000_000));
    assertSays("%d Mbit/s at most", (int) (ControlTokenBucket.BITS_PER_SECOND_MAX / 1_000_000));
    assertSays("counts as %,d bytes", ControlTokenBucket.PACKET_BYTES);
    assertSays("but not sooner than %d ms", (int) (LinkStates.SAY_NANOS_MIN / 1_000_000));
    assertSays("and the %d s that wires", (int) (LinkStates.WIRES_NANOS_MAX / 1_000_000_000));
    assertSays("nothing has changed, %d s", (int) (LinkStates.REFRESH_NANOS / 1_000_000_000));
    assertSays("less than %d ms after it", (int) (LinkStates.ARRIVAL_NANOS_MIN / 1_000_000));
    assertSays("What is %d s old", (int) (LinkStates.AGE_NANOS_MAX / 1_000_000_000));
    assertSays("repeated after %d ms", (int) (LinkStateOutbox.RETRANSMIT_NANOS / 1_000_000));
    assertSays("At most %d wait", LinkStateOutbox.WINDOW_MAX);
    assertSays("at most %d neighbours", NodeMessage.LinkState.NEIGHBOURS_MAX);
    assertSays("hold of %,d frames", Diversion.HELD_FRAMES_MAX);
    assertSays("none that is %d or more behind", ReplayWindow.WIDTH);
  }

  private static void assertSays(String sentence, int number) {
    String expected = String.format(Locale.ROOT, sentence, number);
    assertTrue(DOCUMENT.contains(expected), () -> "the document does not say: " + expected);
  }

  private static ByteBuf of(TestNode node, String block) {
    return node.world().buffers().buffer().writeBytes(Bytes.ofHex(hex(block)));
  }

  private static ByteBuf datagram() {
    Originator n1 = originator("10.0.0.1");
    int to = Address.parse("10.0.0.8");
    ByteBuf second = Unpooled.EMPTY_BUFFER;
    for (int packet = 0; packet < 2; packet++) {
      second = n1.datagram(new UdpFlow(to, 5001, 7), 10_000_000, Unpooled.wrappedBuffer(HELLO), 5);
    }
    return second;
  }

  private static Originator originator(String address) {
    return new Originator(HEAP, Address.parse(address));
  }

  private static String hex(String block) {
    return blocks().getOrDefault(block, "no block " + block);
  }

  private static Map<String, String> blocks() {
    Map<String, String> blocks = new LinkedHashMap<>();
    BLOCK
        .matcher(DOCUMENT)
        .results()
        .forEach(block -> blocks.put(block.group(1), block.group(2).replaceAll("\\s", "")));
    return blocks;
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
