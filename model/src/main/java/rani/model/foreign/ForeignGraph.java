// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import rani.model.file.Location;

/**
 * A network as a file of another program describes it.
 *
 * @param name of the network; empty if the file has none
 * @param origins lines of the file on where it comes from: source, licence, authors
 */
record ForeignGraph(
    Optional<String> name, List<String> origins, List<Node> nodes, List<Edge> edges) {
  /** A point on the globe, in degrees. */
  record Coordinates(double longitude, double latitude) {
    /** Mean radius of the earth in km (IUGG, R1 of GRS 80: Moritz 2000). */
    private static final double EARTH_KM = 6371.0088;

    /** Returns the length of the great circle between two points, by the haversine formula. */
    double kmTo(Coordinates other) {
      double north = Math.toRadians(other.latitude - latitude);
      double east = Math.toRadians(other.longitude - longitude);
      double sinNorth = StrictMath.sin(north / 2);
      double sinEast = StrictMath.sin(east / 2);
      double a =
          sinNorth * sinNorth
              + StrictMath.cos(Math.toRadians(latitude))
                  * StrictMath.cos(Math.toRadians(other.latitude))
                  * sinEast
                  * sinEast;
      return 2 * EARTH_KM * StrictMath.asin(Math.min(1, Math.sqrt(a)));
    }
  }

  /** A point in a picture, right and up, in any unit. */
  record Point(double right, double up) {}

  /**
   * A node.
   *
   * @param id by which edges name it
   * @param label what people call it; may be empty
   */
  record Node(
      String id, String label, Location at, Optional<Coordinates> place, Optional<Point> point) {}

  /**
   * What a file says of a link.
   *
   * @param km length in kilometres
   * @param rate in bit/s
   * @param loss of frames, a fraction
   */
  record Values(
      OptionalDouble km, OptionalDouble delayNanos, OptionalDouble rate, OptionalDouble loss) {
    static final Values NONE =
        new Values(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty());
  }

  /**
   * An edge between nodes, by their identifiers.
   *
   * @param directed whether it leads one way, so that another may lead back
   */
  record Edge(String from, String to, Location at, boolean directed, Values values) {
    Edge oneWay() {
      return new Edge(from, to, at, true, values);
    }
  }
}
