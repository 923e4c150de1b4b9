// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.model.topology.TopologySchema;
import rani.study.experiment.ExperimentSchema;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.FILES)
@Command(
    name = "schema",
    description = {
      "Prints the JSON Schema of a kind of file, for editors.",
      "That of experiments refers to topology.schema.json beside it."
    },
    footer = {
      "  rani schema topology > topology.schema.json",
      "  rani schema experiment > experiment.schema.json"
    })
public final class SchemaCommand extends RaniCommand {
  /** A kind of file that has a schema. */
  public enum Kind {
    TOPOLOGY,
    EXPERIMENT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(paramLabel = "KIND", description = "Which one: ${COMPLETION-CANDIDATES}.")
  private Kind kind;

  @Override
  public Integer call() {
    printWhole(
        switch (kind) {
          case TOPOLOGY -> TopologySchema.text();
          case EXPERIMENT -> ExperimentSchema.text();
        });
    return OK;
  }
}
