// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What tshark, with the dissector that rani brings along, reads in a capture. */
final class Packets {
  /** Of each packet; the last two are empty unless something is wrong with it. */
  private static final List<String> FIELDS =
      List.of(
          "frame.interface_name",
          "frame.len",
          "rani.service",
          "ip.src",
          "ip.dst",
          "ip.proto",
          "ip.ttl",
          "udp.length",
          "rani.flow.sequence",
          "rani.filter.source",
          "rani.rdp.sequence",
          "rani.rdp.ack",
          "_ws.malformed",
          "_ws.expert.severity");

  /** Places of some of them in a line. */
  static final int SOURCE = FIELDS.indexOf("ip.src");

  static final int DESTINATION = FIELDS.indexOf("ip.dst");
  static final int RDP_SEQUENCE = FIELDS.indexOf("rani.rdp.sequence");
  static final int RDP_ACK = FIELDS.indexOf("rani.rdp.ack");

  private static final String NO_COMPLAINT = "||";
  private static final String TRAFFIC = "!rani.hello.sequence && !rani.link_state.origin";

  private Packets() {}

  /** Every packet but hellos and link states, a line of its fields each. None may be malformed. */
  static List<String> of(Path capture) {
    List<String> words = new ArrayList<>(tshark(capture));
    words.addAll(List.of("-Y", TRAFFIC, "-T", "fields", "-E", "separator=|"));
    FIELDS.forEach(field -> words.addAll(List.of("-e", field)));
    RaniCommand.Outcome outcome = Program.run(Checkout.root(), words.toArray(new String[0]));
    outcome.expectExit(0);
    assertEquals("", outcome.err().replaceAll("Running as user .*\\R", ""), outcome.toString());
    List<String> lines = outcome.out().lines().toList();
    for (String line : lines) {
      assertTrue(line.endsWith(NO_COMPLAINT), () -> capture + ": " + line);
    }
    return lines;
  }

  private static List<String> tshark(Path capture) {
    return List.of(
        "tshark",
        "-n",
        "-X",
        "lua_script:" + Checkout.file("config/wireshark/rani.lua"),
        "-r",
        capture.toAbsolutePath().toString());
  }
}
