// SPDX-License-Identifier: Apache-2.0
package rani.tools.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.bench.fidelity.Agreement;
import rani.bench.fidelity.FidelityCase;
import rani.bench.fidelity.FidelityCases;
import rani.bench.fidelity.FidelityOptions;
import rani.bench.fidelity.Markdown;
import rani.bench.fidelity.Sides;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.tools.option.Jobs;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Table;
import rani.tools.screen.TerminalColours;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.EXPERIMENTS)
@Command(
    name = "fidelity",
    description = {
      "Compares virtual time with ns-2, as Markdown.",
      "Runs the same in both, and says what differs."
    },
    footer = {
      "  rani fidelity",
      "  rani fidelity red --quick",
      "  rani fidelity --json > fidelity.json"
    })
public final class FidelityCommand extends RaniCommand {
  @Mixin private final Jobs jobs = new Jobs();

  @Parameters(
      arity = "0..*",
      paramLabel = "CASE",
      completionCandidates = Names.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private List<String> names = List.of();

  @Option(names = "--list", description = "Says what the cases are, and runs none.")
  private boolean list;

  @Option(
      names = "--quick",
      description = "Fewer points, seeds and seconds: a first look of about a minute.")
  private boolean quick;

  @Option(
      names = "--keep",
      paramLabel = "FOLDER",
      description =
          "Leaves scripts, commands, experiments and what both sides printed there, to be run by"
              + " hand.")
  private @Nullable Path keep;

  @Option(names = "--json", description = "Prints one JSON object a comparison, nothing else.")
  private boolean json;

  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Names() {
      super(FidelityCases.names());
    }
  }

  @Override
  public Integer call() throws LabFailure, IOException, InterruptedException {
    List<FidelityCase> cases =
        BenchCommand.cases(spec, names, FidelityCases.names(), FidelityCases::named);
    if (list) {
      Table table = new Table("case, what is compared");
      cases.forEach(each -> table.row(List.of(each.name(), each.summary())));
      printWhole(table.text(TerminalColours.ofStandardOutput()));
      return OK;
    }
    List<Agreement> found = new ArrayList<>();
    try (Sides sides = new Sides(options())) {
      for (FidelityCase each : cases) {
        progress(each.name() + ": " + each.summary());
        each.run(
            sides,
            agreement -> {
              found.add(agreement);
              printWhole(json ? Json.print(agreement.facts()) + "\n" : Markdown.of(agreement));
            });
      }
    }
    return exitCode(found.stream().allMatch(Agreement::holds));
  }

  private FidelityOptions options() {
    return new FidelityOptions(quick, Optional.ofNullable(keep), jobs.atATime(), this::progress);
  }
}
