// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.testbed.Testbed;
import rani.testbed.loader.LoaderClient;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Screen;
import rani.world.Reply;

/** Arguments of {@code service unload}, in the shell and in the console. */
public final class UnloadWords {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      arity = "1..2",
      paramLabel = "NODE SERVICE",
      description = {
        "Where it runs, unless that was said before the verb;",
        "its name on the menu, or NAME@VERSION."
      })
  private List<String> words = List.of();

  /**
   * Unloads the service, and prints the outcome.
   *
   * @param named the nodes given before the verb
   * @return the exit code
   */
  public int unload(Testbed testbed, List<String> named, boolean json) throws LabFailure {
    if (words.size() == 1 && named.size() != 1) {
      throw new ParameterException(
          spec.commandLine(), "say NODE and SERVICE, as in `n4 top-talkers`");
    }
    String node = words.size() == 1 ? named.getFirst() : words.getFirst();
    String service = words.getLast();
    Reply reply = LoaderClient.unload(testbed, node, service);
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
