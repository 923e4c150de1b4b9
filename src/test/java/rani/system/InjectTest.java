// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code rani inject}: packets sent from the shell, and what is said of their ways. */
@Execution(CONCURRENT)
class InjectTest extends InWorkplace {
  @BeforeEach
  void furnishPlace() throws IOException {
    place.write(
        "line.yaml",
        """
        topology: line
        nodes: {n1: {}, n2: {}, n3: {services: {echo: {}}}}
        links: {n1 -- n2: {}, n2 -- n3: {mtu: 600B}}
        """);
  }

  @Test
  void packetsAreFollowedAndTheExitCodeSaysWhetherTheyArrived() throws IOException {
    place.rani("up", "line.yaml").run().expectExit(0);

    Outcome echoed =
        place
            .rani("inject", "n1 -> n3", "port=7", "payload=text:hi", "count=2", "--json")
            .run()
            .expectExit(0);
    JsonNode told = JsonMapper.shared().readTree(echoed.out());
    assertEquals(2, told.get("arrived").asInt(), echoed::toString);
    JsonNode way = told.get("ways").get(0);
    assertEquals("delivered to echo at n3", way.get("told").asString(), echoed::toString);
    assertEquals(3, way.get("hops").size(), echoed::toString);
    assertEquals(2, told.get("answers").size(), echoed::toString);

    String run = "" + place.runs().getFirst();
    Outcome tooBig = InThisJvm.rani("inject", "--run", run, "n1", "n3", "size=700B").expectExit(2);
    assertTrue(
        tooBig.err().contains("700 B are too big for link n2 -> n3, mtu 600 B"), tooBig::toString);

    Running editing = place.rani("inject", "--edit", "n1", "n3").startWithInput();
    try (Writer lines = editing.process().outputWriter(StandardCharsets.UTF_8)) {
      lines.write("ttl=1\nsend\n");
    }
    Outcome died = editing.await().expectExit(1);
    assertTrue(died.out().contains("TTL               1"), died::toString);
    assertTrue(died.out().contains("dropped at n2: ttl-exceeded"), died::toString);

    place.down();
    Outcome gone = InThisJvm.rani("inject", "n1", "n3").expectExit(2);
    assertTrue(gone.err().contains("nothing runs"), gone::toString);
  }

  @Test
  void aFrameIsTakenApartWithoutANetwork() {
    Outcome hello =
        InThisJvm.rani(
                "packet",
                "18040000 00989680 0a000001 00000000",
                "45c00020 00054000 fffd6619 0a000001",
                "0a000002 0101fa11 00000005 010003e8")
            .expectExit(0);

    assertTrue(hello.out().contains("LinkHello"), hello::toString);
    assertTrue(hello.out().contains("0x6619  (right)"), hello::toString);
  }
}
