// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;
import rani.tools.option.Runs;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.JsonLines;
import rani.tools.screen.Screen;

/** {@code rani keys}. */
@Command(
    name = "keys",
    description =
        "Gives every keyed link of a network that is up its next key, without losing a frame."
            + " `exec NODE links` shows which key is in use, and how many frames were sealed.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = {"  rani keys --run ring"})
public final class KeysCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--run", paramLabel = "RUN", description = "Default: the only one that is up.")
  private @Nullable String run;

  @Option(names = "--json", description = "Prints the key's number as JSON.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    RunningLab lab = RunningLab.of(Runs.chosen(spec, run));
    int number = lab.rotateKeys();
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("run", lab.name());
    facts.put("key", number);
    new Screen(spec)
        .printWhole(
            json
                ? JsonLines.print(facts)
                : "the keyed links of " + lab.name() + " use key " + number + "\n");
    return ExitCodes.OK;
  }
}
