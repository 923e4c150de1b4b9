// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.system.RaniCommand.Outcome;

/** Forwards that cannot be: they are explained, and nothing is started. */
class ForwardErrorsTest extends InWorkplace {
  @Test
  @Execution(CONCURRENT)
  void aPortInUseIsNamedAndNothingIsStarted() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      place.write(
          "row.yaml",
          """
          topology: row
          generate: {linear: {nodes: 2}}
          forwards: [{tcp: %d, from: n1, to: n2, target: 'localhost:80'}]
          """
              .formatted(taken.getLocalPort()));

      Outcome outcome = place.rani("up", "row.yaml").run().expectExit(3);

      assertTrue(
          outcome.err().contains("TCP port 127.0.0.1:" + taken.getLocalPort()), outcome::toString);
      assertEquals(List.of(), place.processes());
    }
  }

  @Test
  @Execution(CONCURRENT)
  void virtualTimeRefusesRealPrograms() {
    Path file =
        place.write(
            "e.yaml",
            """
            experiment: e
            topology:
              generate: {linear: {nodes: 2}}
              forwards: [{tcp: 1, from: n1, to: n2, target: 'localhost:80'}]
            traffic: [{from: n1, to: n2, kind: cbr, packets: 1, size: 100B}]
            """);

    Outcome outcome =
        InThisJvm.rani(
                "run", "" + file, "--mode", "virtual", "--out", "" + place.here().resolve("run"))
            .expectExit(3);

    assertTrue(outcome.err().contains("virtual time"), outcome::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tcp 0 n1 n2 a:1|`0` is no port",
        "tcp 80 n1 n2|where does it lead?",
        "tcp 80 n1 - a:1|in quotes",
        "socks 80 n1 n2 a:1|leave out a:1",
        "tcp 80 n1 n2 a:1 --allow 10.0.0.0/8|--allow is for socks",
        "socks 80 n1 n2 --allow x|`x` is no network",
        "tcp 80 n1 n2 a:1|nothing runs"
      })
  void badUsageIsExplained(String callAndWords) {
    String[] parts = callAndWords.split("\\|");

    Outcome outcome = InThisJvm.rani(("forward " + parts[0]).split(" ")).expectExit(2);

    assertTrue(outcome.err().contains(parts[1]), outcome::toString);
  }
}
