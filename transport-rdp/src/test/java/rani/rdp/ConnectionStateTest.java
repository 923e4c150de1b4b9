// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.rdp.OneEnd.PEER;
import static rani.rdp.segment.Segment.ACK;
import static rani.rdp.segment.Segment.RST;
import static rani.rdp.segment.Segment.SYN;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Walks the table of {@link ConnectionState#successors}: every step in it is taken, no other. */
class ConnectionStateTest {
  private static final RdpConfig CONFIG = RdpConfig.DEFAULT;

  /** A way through some states, the first of which is where its connection began. */
  private record Walk(String begins, Consumer<OneEnd> steps) {}

  private static final List<Walk> WALKS =
      List.of(
          new Walk(
              "CLOSED",
              end -> {
                end.connect(CONFIG);
                end.send(RST | ACK, 0, 0);
              }),
          new Walk(
              "CLOSED",
              end -> {
                end.connect(CONFIG);
                end.send(SYN | ACK, 0, 0, PEER);
                end.send(RST, 1, 0);
              }),
          new Walk(
              "CLOSED",
              end -> {
                end.connect(CONFIG);
                end.send(SYN, 0, 0, PEER);
                end.send(ACK, 1, 0);
                end.connection().close(end.nowNanos);
                end.send(RST | ACK, 1, 0);
              }),
          new Walk(
              "LISTEN",
              end -> {
                end.listen(CONFIG);
                end.send(SYN, 0, 0, PEER);
                end.send(RST, 1, 0);
              }));

  @Test
  void everyStepOfAConnectionIsInTheTableAndTaken() {
    TreeSet<String> taken = new TreeSet<>();
    for (Walk walk : WALKS) {
      OneEnd end = new OneEnd();
      walk.steps.accept(end);
      List<String> states = new ArrayList<>(List.of(walk.begins));
      states.addAll(end.states);
      for (int i = 1; i < states.size(); i++) {
        taken.add(states.get(i - 1) + " → " + states.get(i));
      }
    }
    TreeSet<String> table = new TreeSet<>();
    for (ConnectionState state : ConnectionState.values()) {
      state.successors().forEach(next -> table.add(state.text() + " → " + next.text()));
    }
    // A port's own two steps are no connection's; the next test takes them.
    assertTrue(table.removeAll(List.of("CLOSED → LISTEN", "LISTEN → CLOSED")));
    assertEquals(table, taken);
  }

  @Test
  void aPortListensAndListensNoLonger() {
    OneEnd end = new OneEnd();
    end.send(SYN, 0, 0, PEER);
    assertTrue(end.takeFirst().has(RST));
    end.listen(CONFIG);
    end.send(SYN, 0, 0, PEER);
    assertTrue(end.takeFirst().has(SYN | ACK));
    end.send(RST, 1, 0);
    end.endpoint.unlisten(OneEnd.PORT);
    end.send(SYN, 0, 0, PEER);
    assertTrue(end.takeFirst().has(RST));
  }

  @Test
  void namesAreThoseOfTheRfc() {
    assertEquals(
        List.of("CLOSED", "LISTEN", "SYN-SENT", "SYN-RCVD", "OPEN", "CLOSE-WAIT"),
        Stream.of(ConnectionState.values()).map(ConnectionState::text).toList());
  }
}
