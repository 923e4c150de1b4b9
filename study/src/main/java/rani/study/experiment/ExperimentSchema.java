// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import rani.model.file.Vocabulary;
import rani.model.schema.JsonSchema;
import rani.model.topology.TopologySchema;

/** What the keys of experiment files are, for those who tell of them. */
public final class ExperimentSchema {
  private ExperimentSchema() {}

  /** The keys of the file. */
  public static Vocabulary keys() {
    return ExperimentReader.KEYS;
  }

  /** The schema of the file, as JSON; it refers to that of topologies. */
  public static String text() {
    return new JsonSchema(JsonSchema.BASE + "experiment.schema.json", TopologySchema.SCHEMA)
        .text(
            "rani experiment",
            "A network, traffic over it, how long to run, and what must come out.",
            keys());
  }
}
