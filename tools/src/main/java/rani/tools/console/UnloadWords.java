// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import rani.lab.LabFailure;
import rani.lab.Testbed;
import rani.lab.loader.LoaderOrder;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.JsonLines;
import rani.tools.screen.Screen;
import rani.world.Reply;

/** What is said behind {@code service unload}, in the shell and in the console. */
public final class UnloadWords {
  @Parameters(index = "0", paramLabel = "NODE", description = "Where it runs.")
  private String node;

  @Parameters(
      index = "1",
      paramLabel = "SERVICE",
      description = "Its name on the menu, or NAME@VERSION.")
  private String service;

  /** Nothing is said yet. */
  public UnloadWords() {
    // Made by the command line.
  }

  /**
   * Does it, and tells how it went.
   *
   * @return the exit code
   */
  public int unload(Testbed testbed, CommandSpec spec, boolean json) throws LabFailure {
    Reply reply = LoaderOrder.unload(testbed, node, service);
    if (!reply.ok()) {
      throw new LabFailure("node " + node + ": " + reply.message());
    }
    Screen screen = new Screen(spec);
    if (json) {
      screen.printWhole(JsonLines.print(reply.facts()));
    } else {
      screen.print(
          "%s %s is gone from %s",
          reply.facts().getOrDefault("name", ""), reply.facts().getOrDefault("version", ""), node);
    }
    return ExitCodes.OK;
  }
}
