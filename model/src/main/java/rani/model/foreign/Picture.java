// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.topology.Position;

/** Places of nodes in a picture, right and down, scaled so that links are one long on average. */
final class Picture {
  /** Farthest that is written: a picture of any topology is smaller. */
  private static final double FARTHEST = 1e6;

  private final SequencedMap<String, ForeignGraph.Point> points = new LinkedHashMap<>();
  private double scale;
  private final double left;
  private final double top;

  Picture(List<ForeignGraph.Node> nodes, List<JoinedLinks.Link> links) {
    double north =
        nodes.stream()
            .flatMap(node -> node.place().stream())
            .mapToDouble(ForeignGraph.Coordinates::latitude)
            .average()
            .orElse(0);
    double narrowing = StrictMath.cos(Math.toRadians(north));
    boolean isMap = nodes.stream().anyMatch(node -> node.place().isPresent());
    for (ForeignGraph.Node node : nodes) {
      (isMap ? node.place().map(each -> projected(each, narrowing)) : node.point())
          .ifPresent(point -> points.put(node.id(), point));
    }
    scale =
        1
            / links.stream()
                .mapToDouble(link -> length(link.edge()))
                .filter(length -> length > 0)
                .average()
                .orElse(1);
    left = points.values().stream().mapToDouble(ForeignGraph.Point::right).min().orElse(0);
    top = points.values().stream().mapToDouble(ForeignGraph.Point::up).max().orElse(0);
    if (!Double.isFinite(scale) || scale == 0) {
      scale = 1;
      points.clear();
    }
  }

  /** Equirectangular projection, true at the mean latitude. */
  private static ForeignGraph.Point projected(ForeignGraph.Coordinates at, double narrowing) {
    return new ForeignGraph.Point(at.longitude() * narrowing, at.latitude());
  }

  private double length(ForeignGraph.Edge edge) {
    ForeignGraph.Point a = points.get(edge.from());
    ForeignGraph.Point b = points.get(edge.to());
    return a == null || b == null ? 0 : StrictMath.hypot(a.right() - b.right(), a.up() - b.up());
  }

  Optional<Position> of(String id) {
    Map<String, ForeignGraph.Point> known = points;
    ForeignGraph.Point point = known.get(id);
    if (point == null) {
      return Optional.empty();
    }
    double x = (point.right() - left) * scale;
    double y = (top - point.up()) * scale;
    return Math.abs(x) <= FARTHEST && Math.abs(y) <= FARTHEST
        ? Optional.of(new Position(x, y))
        : Optional.empty();
  }
}
