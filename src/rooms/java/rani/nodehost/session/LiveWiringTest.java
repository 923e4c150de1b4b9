// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.ground.LabFailure;
import rani.ground.SocketText;
import rani.live.LinkSockets;

/** What is believed of where an agent says that the links of its nodes end. */
class LiveWiringTest {
  private static final String TWO_HOSTS =
      """
      topology: two-hosts
      hosts: {desk: {address: 192.0.2.5, by: here}, lab1: {address: 192.0.2.7}}
      nodes:
        a: {host: desk}
        b: {host: lab1}
        c: {host: lab1, ports: {b: {receive: 40001, send: 40002}}}
      links: {a -- b: {}, b -- c: {}}
      """;

  @TempDir private Path folder;
  private LiveWiring wiring;

  @BeforeEach
  void load() throws Exception {
    wiring = new LiveWiring(TestTopologies.load(folder, TWO_HOSTS));
  }

  private static LinkSockets sockets(String receive, String send) {
    return new LinkSockets(SocketText.parse(receive), SocketText.parse(send));
  }

  private static List<LinkSockets> all(String said) {
    return Arrays.stream(said.split("; "))
        .map(each -> each.split(" "))
        .map(each -> sockets(each[0], each[1]))
        .toList();
  }

  @Test
  void whatTheTopologySaysIsBelieved() throws Exception {
    List<LinkSockets> said = all("192.0.2.7:5001 192.0.2.7:5002; 127.0.0.1:5003 127.0.0.1:5004");
    assertEquals(said, wiring.checked("b", said));
    List<LinkSockets> ofC = all("127.0.0.1:40001 127.0.0.1:40002");
    assertEquals(ofC, wiring.checked("c", ofC));
  }

  /** A third's address, another host's, the other side's loopback, too few, and another port. */
  @ParameterizedTest
  @CsvSource({
    "b,198.51.100.1:53 192.0.2.7:5002; 127.0.0.1:5003 127.0.0.1:5004",
    "b,192.0.2.7:5001 192.0.2.5:5002; 127.0.0.1:5003 127.0.0.1:5004",
    "b,127.0.0.1:5001 127.0.0.1:5002; 127.0.0.1:5003 127.0.0.1:5004",
    "b,192.0.2.7:5001 192.0.2.7:5002; 192.0.2.7:5003 192.0.2.7:5004",
    "b,192.0.2.7:5001 192.0.2.7:0; 127.0.0.1:5003 127.0.0.1:5004",
    "b,192.0.2.7:5001 192.0.2.7:5002",
    "c,127.0.0.1:40001 127.0.0.1:22"
  })
  void nothingElseIs(String node, String said) {
    LabFailure refused = assertThrows(LabFailure.class, () -> wiring.checked(node, all(said)));
    assertTrue(String.valueOf(refused.getMessage()).startsWith("node " + node), refused::toString);
  }

  @Test
  void theRefusalSaysWhoAndWhereInstead() {
    LabFailure refused =
        assertThrows(
            LabFailure.class,
            () ->
                wiring.checked(
                    "b", all("198.51.100.1:53 192.0.2.7:2; 127.0.0.1:5003 127.0.0.1:5004")));
    assertEquals(
        "node b on host lab1 says that its end of link a -- b is at 198.51.100.1:53 and"
            + " 192.0.2.7:2; by the topology it is at 192.0.2.7",
        refused.getMessage());
  }
}
