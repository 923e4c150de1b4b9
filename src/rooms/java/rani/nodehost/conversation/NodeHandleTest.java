// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.world.Facts;
import rani.world.Reply;

/** What answers a node's operator may be another version, or no node at all. */
class NodeHandleTest {
  /** Says the same to whatever it is told. */
  private record Answering(Facts answer) implements NodeHandle {
    @Override
    public String name() {
      return "n1";
    }

    @Override
    public <A> A ask(Query<A> query) throws LabFailure {
      throw new LabFailure("it answers nothing");
    }

    @Override
    public Reply tell(Operation operation) {
      return Reply.of(answer);
    }

    @Override
    public <A> CommandReply<A> tell(Operation operation, Query<A> then) {
      return new CommandReply<>(tell(operation), null);
    }
  }

  @Test
  void whatIsAnsweredIsTakenByItsKeys() throws LabFailure {
    JsonObject sockets = JsonObject.of(Map.of("receive", "127.0.0.1:40001", "send", "[::1]:40002"));
    assertEquals(
        new LinkAddresses("127.0.0.1:40001", "[::1]:40002"),
        new Answering(sockets).require(new StartServices(), LinkAddresses.class));
  }

  @ParameterizedTest
  @CsvSource({"there, 127.0.0.1:1", "127.0.0.1:1, 127.0.0.1:99999", "127.0.0.1:1, ''"})
  void socketsThatAreNoneAreNotBelieved(String receive, String send) {
    isRefused(new Answering(JsonObject.of(Map.of("receive", receive, "send", send))));
  }

  @Test
  void anAnswerWithOtherKeysIsNotBelieved() {
    isRefused(new Answering(Facts.NONE));
    isRefused(new Answering(JsonObject.of(Map.of("receive", 1, "send", true))));
  }

  private static void isRefused(NodeHandle node) {
    LabFailure failure =
        assertThrows(
            LabFailure.class, () -> node.require(new StartServices(), LinkAddresses.class));
    String message = String.valueOf(failure.getMessage());
    assertTrue(message.startsWith("node n1 answers in words that are not understood: "), message);
  }

  @Test
  void aKeyThatIsNoneIsNotBelieved() {
    NodeHandle node = new Answering(JsonObject.of(Map.of("origin-key", "no base64!")));
    assertThrows(LabFailure.class, () -> OriginFacts.key(node));
  }
}
