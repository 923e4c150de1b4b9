// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import rani.model.file.Vocabulary;
import rani.model.schema.JsonSchema;
import rani.model.topology.TopologySchema;

/** Keys and JSON schema of experiment files. */
public final class ExperimentSchema {
  private ExperimentSchema() {}

  public static Vocabulary keys() {
    return ExperimentReader.KEYS;
  }

  /** Returns the JSON schema of experiment files, which refers to the schema of topologies. */
  public static String text() {
    return new JsonSchema(JsonSchema.BASE + "experiment.schema.json", TopologySchema.SCHEMA)
        .text(
            "rani experiment",
            "A network, traffic over it, how long to run, and what must come out.",
            keys());
  }
}
