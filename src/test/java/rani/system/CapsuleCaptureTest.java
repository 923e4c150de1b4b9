// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.parts.RealPart;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Capsules and the packets by which their code is fetched, as the real tshark takes them apart with
 * the dissector that rani brings along, and as {@code rani packet} does. What is expected is the
 * header of docs/webassembly.md, filled in here.
 */
class CapsuleCaptureTest extends InWorkplace {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HexFormat HEX = HexFormat.of();

  /** The traffic class of what nodes say, DSCP CS6 (docs/wire-format.md). */
  private static final String CONTROL = "48";

  private static final int SERVICE = 15;
  private static final int FETCH_PORT = 809;
  private static final int HEADERS = 16 + 20 + 8;
  private static final byte[] MODULE =
      Base64.getDecoder()
          .decode(
              FailedServicesTest.TRAPPER.substring(FailedServicesTest.TRAPPER.indexOf(',') + 1));

  private Path capture;
  private String hash;

  @BeforeEach
  void capture() throws Exception {
    RealPart.program("tshark");
    hash = HEX.formatHex(MessageDigest.getInstance("SHA-256").digest(MODULE));
    Path file =
        place.write(
            "captured.yaml",
            """
            experiment: captured
            topology:
              topology: pair
              modules: {trapper: "%s"}
              nodes:
                n1: {code: any-sandboxed, services: {capsule: {holds: trapper}}}
                n2: {code: any-sandboxed, services: {capsule: {}}}
              links: {n1 -- n2: {delay: 5ms}}
            schedule:
              - {at: 1s, node: n1, tell: {capsule: [send, trapper, n2, arguments=0a0b0c]}}
              - {at: 2s, node: n1, tell: {capsule: [send, trapper, n2, arguments=7f, carry=true]}}
              - {at: 3s, node: n1, tell: {capsule: [send, trapper, n2]}}
            captures: [n2:n1]
            run: {until: 4s, max: 60s}
            """
                .formatted(FailedServicesTest.TRAPPER));
    Path run = place.here().resolve("run");
    InThisJvm.rani("run", "" + file, "--mode", "virtual", "--out", "" + run).expectExit(0);
    capture = run.resolve("captures/n2-n1.pcapng");
  }

  /** Each packet that a filter lets through, as bytes and as the fields that tshark shows. */
  private List<JsonNode> packets(String filter) {
    RaniCommand.Outcome outcome =
        Program.run(
            Checkout.root(),
            "tshark",
            "-n",
            "-X",
            "lua_script:" + Checkout.file("config/wireshark/rani.lua"),
            "-r",
            capture.toString(),
            "-Y",
            filter,
            "-T",
            "json",
            "-x");
    outcome.expectExit(0);
    List<JsonNode> layers = new ArrayList<>();
    JSON.readTree(outcome.out()).forEach(packet -> layers.add(packet.get("_source").get("layers")));
    return layers;
  }

  private static String bytes(JsonNode layers) {
    return layers.get("frame_raw").get(0).asString();
  }

  /** A field in bytes, whatever tshark's words for it are. */
  private static String raw(JsonNode layers, String layer, String field) {
    JsonNode found = layers.get(layer).get(field + "_raw");
    return found == null ? "" : found.get(0).asString();
  }

  /** The capsule's own layer, as the table of docs/webassembly.md has it. */
  private SequencedMap<String, String> expected(boolean carries, String arguments) {
    SequencedMap<String, String> fields = new LinkedHashMap<>();
    fields.put("version", "01");
    fields.put("carries", carries ? "01" : "00");
    fields.put("arguments_length", HEX.toHexDigits((short) (arguments.length() / 2)));
    fields.put("hash", hash);
    fields.put("arguments", arguments);
    fields.put("code", carries ? HEX.formatHex(MODULE) : "");
    return fields;
  }

  @Test
  void capsulesAreTakenApartAsTheDocumentHasThem() {
    List<JsonNode> capsules = packets("rani.capsule.hash");
    List<SequencedMap<String, String>> expected =
        List.of(expected(false, "0a0b0c"), expected(true, "7f"), expected(false, ""));
    assertEquals(3, capsules.size());
    for (int i = 0; i < capsules.size(); i++) {
      JsonNode seen = capsules.get(i);
      SequencedMap<String, String> fields = new LinkedHashMap<>();
      for (String name : expected.get(i).keySet()) {
        String raw = raw(seen, "rani_capsule", "rani.capsule." + name);
        fields.put(name, name.equals("carries") ? "0" + raw.charAt(raw.length() - 1) : raw);
      }
      assertEquals(expected.get(i), fields, seen::toString);
      assertEquals("" + SERVICE, seen.get("rani").get("rani.service").asString());
      String body = expected.get(i).values().stream().collect(Collectors.joining());
      assertEquals(body, bytes(seen).substring(2 * HEADERS), "nothing is between or behind them");
      assertTrue(seen.get("frame").get("frame.protocols").asString().endsWith(":rani_capsule"));
      assertEquals(null, seen.get("rani_capsule").get("_ws.expert"), seen::toString);
    }
  }

  @Test
  void raniPacketSaysTheSame() {
    for (JsonNode seen : packets("rani.capsule.hash")) {
      RaniCommand.Outcome outcome = InThisJvm.rani("packet", "--json", bytes(seen));
      JsonNode layers = JSON.readTree(outcome.expectExit(0).out()).get("layers");
      JsonNode layer =
          layers
              .valueStream()
              .filter(one -> one.get("name").asString().equals("capsule"))
              .findFirst()
              .orElseThrow();
      SequencedMap<String, String> fields = new LinkedHashMap<>();
      layer
          .get("fields")
          .forEach(
              field -> fields.put(field.get("name").asString(), field.get("value").asString()));
      JsonNode told = seen.get("rani_capsule");
      assertEquals(told.get("rani.capsule.version").asString(), fields.get("version"));
      assertEquals(
          told.get("rani.capsule.arguments_length").asString(), fields.get("length of arguments"));
      assertEquals(
          told.get("rani.capsule.hash").asString().replace(":", ""), fields.get("SHA-256"));
      assertEquals(
          raw(seen, "rani_capsule", "rani.capsule.code").isEmpty() ? "-" : "C",
          fields.get("flags"));
      List<Integer> lengths =
          layers
              .valueStream()
              .filter(one -> List.of("arguments", "code").contains(one.get("name").asString()))
              .map(one -> one.get("length-bytes").asInt())
              .filter(length -> length > 0)
              .toList();
      List<Integer> shown = new ArrayList<>();
      for (String field : List.of("arguments", "code")) {
        int length = raw(seen, "rani_capsule", "rani.capsule." + field).length() / 2;
        if (length > 0) {
          shown.add(length);
        }
      }
      assertEquals(shown, lengths, outcome::toString);
    }
  }

  /**
   * The code is fetched once, for the first capsule: a version and the hash there, a status, the
   * length and the code back (docs/services.md). What the node that lacks it says is said in
   * control packets (docs/webassembly.md).
   */
  @Test
  void fetchingIsSeenAsSegmentsOfRdpInControlPackets() {
    String port = "(rani.rdp.source_port == P || rani.rdp.destination_port == P)";
    List<JsonNode> segments = packets(port.replace("P", "" + FETCH_PORT));
    assertTrue(segments.size() >= 4, "a handshake, the question and the answer");
    StringBuilder asked = new StringBuilder();
    StringBuilder answered = new StringBuilder();
    for (JsonNode each : segments) {
      boolean isQuestion =
          each.get("rani_rdp").get("rani.rdp.destination_port").asInt() == FETCH_PORT;
      assertEquals(
          isQuestion ? CONTROL : "0",
          each.get("ip").get("ip.dsfield_tree").get("ip.dsfield.dscp").asString(),
          each::toString);
      JsonNode data = each.get("data");
      if (data != null) {
        (isQuestion ? asked : answered).append(raw(each, "data", "data.data"));
      }
    }
    assertEquals("01" + hash, asked.toString());
    assertEquals(
        "00" + HEX.toHexDigits(MODULE.length) + HEX.formatHex(MODULE), answered.toString());
    assertEquals(List.of(), packets("_ws.expert.severity >= 8388608"), "errors of any packet");
  }
}
