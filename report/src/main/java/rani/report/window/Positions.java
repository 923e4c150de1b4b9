// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import rani.model.topology.Position;
import rani.model.topology.Topology;
import tools.jackson.core.JacksonException;

/** The positions to which a user dragged nodes, saved in the run's folder. */
final class Positions {
  static final String FILE = "positions.json";

  private static final double FAR = 1e6;

  private Positions() {}

  /** Returns the saved positions by node; empty if there are none, or the file is malformed. */
  static Map<String, Position> read(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return Map.of();
    }
    try {
      return parse(InputFile.text(file));
    } catch (IOException | LabFailure e) {
      return Map.of(); // the page computes a layout instead
    }
  }

  /** Saves positions; fails if {@code json} is no object of pairs of numbers. */
  static void write(Path folder, String json) throws LabFailure {
    SequencedMap<String, List<Double>> positions = new LinkedHashMap<>();
    parse(json).forEach((node, place) -> positions.put(node, List.of(place.x(), place.y())));
    try {
      WholeFile.write(folder.resolve(FILE), Json.print(positions) + "\n");
    } catch (IOException e) {
      throw new LabFailure("cannot keep the positions: " + e, e);
    }
  }

  private static SequencedMap<String, Position> parse(String json) throws LabFailure {
    try {
      SequencedMap<String, Position> positions = new LinkedHashMap<>();
      for (Map.Entry<String, Object> one : Json.object(json).byKey().entrySet()) {
        positions.put(one.getKey(), place(one.getValue()));
      }
      if (positions.size() > Topology.NODES_MAX) {
        throw new LabFailure("more than " + Topology.NODES_MAX + " positions");
      }
      return positions;
    } catch (JacksonException e) {
      throw new LabFailure("no positions: " + e.getOriginalMessage(), e);
    }
  }

  private static Position place(@Nullable Object value) throws LabFailure {
    if (value instanceof List<?> pair
        && pair.size() == 2
        && pair.get(0) instanceof Number x
        && pair.get(1) instanceof Number y
        && Math.abs(x.doubleValue()) <= FAR // false for NaN
        && Math.abs(y.doubleValue()) <= FAR) {
      return new Position(x.doubleValue(), y.doubleValue());
    }
    throw new LabFailure("a position is two numbers");
  }
}
