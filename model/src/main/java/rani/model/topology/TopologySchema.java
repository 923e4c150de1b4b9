// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import rani.model.choice.ChoiceReader;
import rani.model.file.Form;
import rani.model.file.Vocabulary;
import rani.model.schema.JsonSchema;

public final class TopologySchema {
  /** Syntax of a topology, which may be part of another file. */
  public static final Form TOPOLOGY = Form.of(TopologyReader.KEYS);

  public static final Form SCHEDULE = ScheduleReader.SCHEDULE;

  /** The schema with definitions that schemas of other files refer to. */
  public static final JsonSchema SCHEMA = defined("topology.schema.json").whole(TOPOLOGY);

  private TopologySchema() {}

  private static JsonSchema defined(String file) {
    return new JsonSchema(JsonSchema.BASE + file)
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
  }

  public static Vocabulary keys() {
    return TopologyReader.KEYS;
  }

  /** Returns the schema of topology files as JSON. */
  public static String text() {
    return SCHEMA.text(
        "rani topology",
        "A network of active nodes and virtual links. Every quantity has a unit.",
        keys());
  }

  /**
   * Returns the schema of what is done to a network now, as JSON: of an entry of a schedule without
   * its time, in which there are neither variables nor null.
   */
  public static String operation() {
    return defined("operation.schema.json")
        .ofRequests()
        .text("rani operation", "What is done to a network that is up.", ScheduleReader.OPERATION);
  }
}
