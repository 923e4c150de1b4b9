// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rani.ground.ExitCodes;
import rani.json.Json;
import rani.json.JsonObject;
import rani.world.Reply;

class NodeRepliesTest {
  @Test
  void thoseThatRefuseStandBehindTheOthersWithTheirReason() {
    NodeReplies answers = new NodeReplies();
    answers.add("n1", Reply.refused("no such link"));
    answers.facts().put("n2", JsonObject.EMPTY);
    assertEquals(ExitCodes.NOT_CARRIED_OUT, answers.exitCode());

    NodeReplies all = new NodeReplies();
    all.add("n3", Reply.DONE);
    assertEquals(ExitCodes.OK, all.exitCode());
    all.add(answers);

    assertEquals(
        "{\"n3\":{},\"n2\":{},\"n1\":{\"error\":\"no such link\"}}", Json.print(all.all()));
    assertEquals(ExitCodes.NOT_CARRIED_OUT, all.exitCode());
  }
}
