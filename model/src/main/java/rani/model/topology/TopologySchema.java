// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import rani.model.choice.ChoiceReader;
import rani.model.file.Form;
import rani.model.file.Vocabulary;
import rani.model.schema.JsonSchema;

/** What the keys of topology files are, for those who tell of them. */
public final class TopologySchema {
  /** A topology, also within another file. */
  public static final Form TOPOLOGY = Form.of(TopologyReader.KEYS);

  /** The schedule of a network. */
  public static final Form SCHEDULE = ScheduleReader.SCHEDULE;

  /** What it defines, others may refer to. */
  public static final JsonSchema SCHEMA =
      new JsonSchema(JsonSchema.BASE + "topology.schema.json")
          .whole(TOPOLOGY)
          .define("name", Form.NAME)
          .define("fileName", Form.FILE_NAME)
          .define("nodes", Form.NODES)
          .define("layer", NodeSettings.LAYER)
          .define("node", NodeSettings.NODE)
          .define("services", NodeSettings.SERVICES)
          .define("nodeQueue", QueueReader.OF_NODE)
          .define("linkQueue", QueueReader.OF_LINK)
          .define("linkValues", LinkReader.DIRECTION)
          .define("link", LinkReader.LINK)
          .define("schedule", ScheduleReader.SCHEDULE)
          .define("choices", ChoiceReader.CHOICES);

  private TopologySchema() {}

  /** The keys of the file. */
  public static Vocabulary keys() {
    return TopologyReader.KEYS;
  }

  /** The schema of the file, as JSON. */
  public static String text() {
    return SCHEMA.text(
        "rani topology",
        "A network of active nodes and virtual links. Every quantity has a unit.",
        keys());
  }
}
