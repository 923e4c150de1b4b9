// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.nodehost.folder.RunDirectory;
import rani.report.ReportFile;
import rani.report.index.ExperimentIndex;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.RESULTS)
@Command(
    name = "report",
    description = {
      "Makes the report of a run or sweep again, or one page of all.",
      "It is made from report.json; `--index` makes one page of all experiments."
    },
    footer = {
      "  rani report runs/hello-20261120-101500",
      "  rani report --index",
      "  rani report --index results --out site/index.html"
    })
public final class ReportCommand extends RaniCommand {
  private static final String INDEX_PAGE = "index.html";

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description =
          "The folder of a run or sweep; with --index, where they are looked for, by default where"
              + " runs are made.")
  private @Nullable Path folder;

  @Option(
      names = "--index",
      description = "One page of all experiments: the newest run or sweep of each.")
  private boolean index;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the page of all experiments goes. Default: index.html in that folder.")
  private @Nullable Path out;

  @Option(names = "--json", description = "Prints the page that was written as JSON.")
  private boolean json;

  private record Made(String report) {}

  private record Index(String index, int experiments, List<String> broken) {}

  @Override
  public Integer call() throws LabFailure {
    try {
      if (index) {
        writeIndex();
      } else if (folder == null || out != null) {
        throw wrong(
            folder == null
                ? "name the folder of a run, or say --index"
                : "--out goes with --index");
      } else {
        Path page = ReportFile.read(folder).write(folder);
        if (json) {
          printJson(new Made(page.toString()));
        } else {
          print("report %s", page);
        }
      }
      return OK;
    } catch (IOException e) {
      throw new LabFailure("cannot write the report: " + e, e);
    }
  }

  private void writeIndex() throws LabFailure, IOException {
    Path below = folder == null ? RunDirectory.root() : folder;
    Path page = out == null ? below.resolve(INDEX_PAGE) : out;
    ExperimentIndex.Outcome outcome = ExperimentIndex.write(below, page);
    if (json) {
      printJson(new Index(page.toString(), outcome.experiments(), outcome.broken()));
      return;
    }
    outcome.broken().forEach(broken -> progress("not shown: " + broken));
    print("%s", Quantity.count(outcome.experiments(), "experiment", "experiments"));
    print("index %s", page);
  }
}
