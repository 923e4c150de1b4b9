// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.RunBundle;
import rani.tools.option.RaniCommand;
import rani.tools.option.Runs;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "bundle",
    description = {
      "Writes a zip file for bug reports about a live run.",
      "Its files, versions, logs, why nodes ended, the end of traces, and of "
          + "nodes that still run their state, last events and threads. It holds "
          + "neither token nor captures."
    },
    footer = {"  rani bundle --run runs/ring-6-20261122-101500 -o ring.zip"})
public final class BundleCommand extends RaniCommand {
  @Option(
      names = "--run",
      paramLabel = "RUN",
      description =
          "Name or folder of a run, also of one that has ended. Default: the only one up.")
  private @Nullable String run;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "The file that is written. Default: RUN-bundle.zip in the current folder.")
  private @Nullable Path out;

  @Option(names = "--json", description = "Prints the file and what is in it as JSON.")
  private boolean json;

  private record Made(String file, List<String> entries, List<String> silent) {}

  @Override
  public Integer call() throws LabFailure {
    RunDirectory directory = Runs.chosen(spec, run);
    RunBundle bundle =
        RunBundle.make(directory, out == null ? Path.of(directory.name() + "-bundle.zip") : out);
    if (json) {
      printJson(new Made("" + bundle.file(), bundle.entries(), bundle.silent()));
    } else {
      print("%s holds %s files of %s", bundle.file(), bundle.entries().size(), directory.name());
      bundle.silent().forEach(node -> print("node %s runs, and did not answer", node));
    }
    return OK;
  }
}
