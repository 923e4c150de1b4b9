// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;
import rani.tools.option.RunningCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "keys",
    description = {
      "Moves every keyed link to its next key.",
      "No frame is lost. `exec NODE links` shows which key is in use, and how many frames were"
          + " sealed."
    },
    footer = {"  rani keys --run ring"})
public final class KeysCommand extends RunningCommand {
  @Option(names = "--json", description = "Prints the key's number as JSON.")
  private boolean json;

  private record Key(String run, int key) {}

  @Override
  public Integer call() throws LabFailure {
    RunningLab lab = lab();
    int number = lab.rotateKeys();
    if (json) {
      printJson(new Key(lab.name(), number));
    } else {
      print("the keyed links of %s use key %s", lab.name(), number);
    }
    return OK;
  }
}
