// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Bytes;
import rani.link.Originator;
import rani.services.abcd.AbcdSize;
import rani.services.acc.AccFilter;
import rani.services.acc.AccFilterStands;
import rani.services.lgc.ActiveFilter;
import rani.services.lgc.ActiveFilterAck;
import rani.services.ufc.UfcCongestion;
import rani.services.ufc.UfcShaping;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.RaniHeader;
import rani.wire.ServiceMessage;

/** Holds the packets to services that docs/wire-format.md shows against the code. */
class MessagesDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "wire-format.md");
  private static final Pattern BLOCK =
      Pattern.compile("^```hex ([a-z-]+)\n(18[0-9a-f \n]+)\n```$", Pattern.MULTILINE);

  static Stream<Arguments> messages() {
    int to = Address.parse("10.0.0.8");
    FlowKey rdp = new FlowKey(0x0A000001_0A000008L, 27L << 32 | 49_152L << 16 | 7000);
    FlowKey udp = new FlowKey(0x0A000002_0A000004L, 17L << 32 | 5000L << 16 | 7000);
    FlowKey source = FlowKey.ofSource(Address.parse("10.0.0.1"));
    return Stream.of(
        Arguments.of("10.0.0.7", "10.0.0.6", 2, new ActiveFilter(0x01020304, source, to, 0)),
        Arguments.of("10.0.0.6", "10.0.0.7", 2, new ActiveFilterAck(0x01020304)),
        Arguments.of(
            "10.0.0.7", "10.0.0.6", 10, new AccFilter(rdp, 3, 18, 2, 18, 16, 9, 9, 360, 1, false)),
        Arguments.of("10.0.0.6", "10.0.0.7", 10, new AccFilterStands(rdp, 3, true)),
        Arguments.of("10.0.0.12", "10.0.0.2", 12, new UfcCongestion(udp, 7, 40, 500, 1_000_000)),
        Arguments.of("10.0.0.9", "10.0.0.2", 12, new UfcShaping(udp, 8, 40, 500)),
        Arguments.of("10.0.0.7", "10.0.0.6", 14, new AbcdSize(rdp, 600)));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void thePacketIsWhatTheServiceSays(String from, String to, int service, ServiceMessage message)
      throws IOException {
    Originator node = new Originator(new UnpooledByteBufAllocator(false), Address.parse(from));
    assertEquals(
        blocks().get(block(message)), Bytes.hex(node.message(Address.parse(to), service, message)));
  }

  @Test
  void everyMessageOfAServiceIsShownAndCompared() throws IOException {
    assertEquals(
        messages()
            .map(each -> block((ServiceMessage) each.get()[3]))
            .collect(Collectors.toCollection(TreeSet::new)),
        blocks().keySet());
    assertEquals(ProvidersTest.messages().size(), blocks().size());
  }

  private static String block(ServiceMessage message) {
    String name = message.format().name();
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** Packets to services, by the names of their blocks. */
  private static Map<String, String> blocks() throws IOException {
    Map<String, String> blocks = new TreeMap<>();
    BLOCK
        .matcher(Files.readString(DOCUMENT))
        .results()
        .forEach(block -> blocks.put(block.group(1), block.group(2).replaceAll("\\s", "")));
    blocks.values().removeIf(frame -> !isToAService(frame));
    return blocks;
  }

  private static boolean isToAService(String frame) {
    return RaniHeader.act(Bytes.ofHex(frame), 0) && RaniHeader.service(Bytes.ofHex(frame), 0) != 0;
  }
}
