// SPDX-License-Identifier: Apache-2.0
package rani.lab.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import rani.lab.LabFailure;
import rani.lab.file.WholeFile;
import rani.lab.topology.Topology;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Where the nodes of a run were dragged to, kept in its folder. */
final class Positions {
  static final String FILE = "positions.json";

  private static final double FAR = 1e6;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Positions() {}

  /** Those of a run; none if there are none, or they cannot be read. */
  static Map<String, double[]> read(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return Map.of();
    }
    try {
      return parse(Files.readString(file));
    } catch (IOException | LabFailure e) {
      return Map.of(); // the map is laid out instead
    }
  }

  /**
   * Keeps them.
   *
   * @throws LabFailure if that is no object of pairs of numbers
   */
  static void write(Path folder, String json) throws LabFailure {
    SequencedMap<String, double[]> positions = parse(json);
    try {
      WholeFile.write(folder.resolve(FILE), JSON.writeValueAsString(positions) + "\n");
    } catch (IOException e) {
      throw new LabFailure("cannot keep the positions: " + e, e);
    }
  }

  private static SequencedMap<String, double[]> parse(String json) throws LabFailure {
    try {
      SequencedMap<String, double[]> positions =
          JSON.readValue(json, new TypeReference<LinkedHashMap<String, double[]>>() {});
      for (double[] place : positions.values()) {
        if (place == null || place.length != 2 || !isNear(place[0]) || !isNear(place[1])) {
          throw new LabFailure("a position is two numbers");
        }
      }
      if (positions.size() > Topology.NODES_MAX) {
        throw new LabFailure("more than " + Topology.NODES_MAX + " positions");
      }
      return positions;
    } catch (JacksonException e) {
      throw new LabFailure("no positions: " + e.getOriginalMessage(), e);
    }
  }

  private static boolean isNear(double place) {
    return Math.abs(place) <= FAR; // not if it is no number
  }
}
