// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.model.file.NamedFiles;
import rani.tools.console.change.LoadWords;
import rani.tools.option.RunningCommand;

@Command(
    name = "load",
    description = {
      "Brings a signed service jar, or a module in WebAssembly, to a node, through the network"
          + " itself, and starts it there. A node with `code: any-sandboxed` takes plain modules.",
      "A second version comes beside the first as NAME@VERSION, with a number of its own, or takes"
          + " its place with --replace."
    },
    exitCodeList = {"0:it runs", "2:bad usage or input", "3:refused, with the reason"},
    footer = {
      "  rani service load n4 talkers.jar",
      "  rani service load n4 talkers.jar --from n1 --replace keep=20 interval=1s",
      "  rani service load n4 talkers.wasm"
    })
final class ServiceLoadCommand extends RunningCommand {
  @Mixin private final LoadWords words = new LoadWords();

  @Option(names = "--json", description = "Prints what was loaded as JSON, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    return words.load(lab(), List.of(), NamedFiles.ANY, json);
  }
}
