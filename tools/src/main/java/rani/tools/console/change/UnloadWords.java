// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.util.List;
import picocli.CommandLine.Parameters;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.testbed.Testbed;
import rani.testbed.loader.LoaderClient;
import rani.tools.console.verb.Shown;
import rani.tools.option.OptionGroup;
import rani.tools.screen.Screen;
import rani.world.Reply;

/** Arguments of {@code service unload}, in the shell and in the console. */
public final class UnloadWords extends OptionGroup {
  @Parameters(
      arity = "1..2",
      paramLabel = "NODE SERVICE",
      description = {
        "Where it runs, unless that was said before the verb;",
        "its name on the menu, or NAME@VERSION."
      })
  private List<String> words = List.of();

  /** Unloads the service, prints the outcome, and returns the exit code. */
  public int unload(Testbed testbed, List<String> named, boolean json) throws LabFailure {
    if (words.size() == 1 && named.size() != 1) {
      throw wrong("say NODE and SERVICE, as in `n4 top-talkers`");
    }
    String node = words.size() == 1 ? named.getFirst() : words.getFirst();
    Reply reply = LoaderClient.unload(testbed, node, words.getLast());
    if (!reply.ok()) {
      throw new LabFailure("node " + node + ": " + reply.message());
    }
    Screen screen = new Screen(spec);
    JsonObject facts = JsonObject.of(reply.facts());
    if (json) {
      screen.printJson(facts);
    } else {
      // Leaked threads can be detected, but not ruled out, so their absence is not reported.
      screen.print(
          "%s %s is off the menu of %s%s",
          Shown.cell(facts, "name"), Shown.cell(facts, "version"), node, Shown.cell(facts, "left"));
    }
    return ExitCodes.OK;
  }
}
