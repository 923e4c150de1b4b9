// SPDX-License-Identifier: Apache-2.0
package rani.model.picture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.topology.Position;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;

/**
 * Computes positions of nodes in a picture, with links of about length 1.
 *
 * <p>Small networks are laid out by stress majorization (Gansner, Koren and North, 2004), which
 * moves nodes until their distances in the picture match their distances in hops. It ends in a
 * local minimum, so it starts once from a tree around the centre and once from a circle, and the
 * better result is kept. Large networks keep the tree's rings. The layout is deterministic.
 *
 * <p>Nodes with a position in the file keep it; the others are laid out around them.
 */
public final class GraphLayout {
  /** Largest component that is majorized, because the work grows with the square of its size. */
  static final int MAJORIZED_NODES_MAX = 300;

  private static final int ROUNDS = 300;
  private static final double LEAST_MOVE = 1e-4;

  private final int count;
  private final List<List<Integer>> neighbours = new ArrayList<>();
  private final double[] x;
  private final double[] y;
  private final boolean[] pinned;

  private GraphLayout(Topology topology) {
    this.count = topology.nodes().size();
    this.x = new double[count];
    this.y = new double[count];
    this.pinned = new boolean[count];
    SequencedMap<String, Integer> numbers = new LinkedHashMap<>();
    for (TopologyNode node : topology.nodes()) {
      numbers.put(node.name(), numbers.size());
      neighbours.add(new ArrayList<>());
    }
    for (TopologyLink link : topology.links()) {
      int a = numbers.getOrDefault(link.a().node(), 0);
      int b = numbers.getOrDefault(link.b().node(), 0);
      neighbours.get(a).add(b);
      neighbours.get(b).add(a);
    }
  }

  /** Returns positions by node name, in the order of the network. The least x and y are 0. */
  public static SequencedMap<String, Position> of(Topology topology) {
    GraphLayout layout = new GraphLayout(topology);
    layout.placeComponents();
    layout.pin(topology);
    SequencedMap<String, Position> places = new LinkedHashMap<>();
    for (int i = 0; i < layout.count; i++) {
      places.put(topology.nodes().get(i).name(), new Position(layout.x[i], layout.y[i]));
    }
    return places;
  }

  /** Moves nodes to their positions in the file, and lays out the others around them. */
  private void pin(Topology topology) {
    for (int i = 0; i < count; i++) {
      Optional<Position> position = topology.nodes().get(i).position();
      if (position.isPresent()) {
        pinned[i] = true;
        x[i] = position.get().x();
        y[i] = position.get().y();
      }
    }
    List<Integer> all = new ArrayList<>();
    boolean[] seen = new boolean[count];
    for (int i = 0; i < count; i++) {
      all.add(i);
      if (pinned[i] && !seen[i]) {
        List<Integer> part = reachable(i);
        part.forEach(node -> seen[node] = true);
        followPinned(part);
      }
    }
    moveTo(all, 0);
  }

  /** Places each free node beside a placed neighbour, then majorizes. */
  private void followPinned(List<Integer> part) {
    if (part.stream().allMatch(node -> pinned[node])) {
      return;
    }
    boolean[] stands = pinned.clone();
    ArrayDeque<Integer> frontier = new ArrayDeque<>(part.stream().filter(i -> pinned[i]).toList());
    while (!frontier.isEmpty()) {
      int node = frontier.remove();
      int turn = 0;
      for (int next : neighbours.get(node)) {
        if (!stands[next]) {
          stands[next] = true;
          turn++;
          x[next] = x[node] + StrictMath.cos(turn);
          y[next] = y[node] + StrictMath.sin(turn);
          frontier.add(next);
        }
      }
    }
    if (part.size() <= MAJORIZED_NODES_MAX) {
      majorize(part, distances(part));
    }
  }

  /** Lays out each connected component by itself, side by side. */
  private void placeComponents() {
    boolean[] placed = new boolean[count];
    double left = 0;
    for (int start = 0; start < count; start++) {
      if (placed[start]) {
        continue;
      }
      List<Integer> part = reachable(start);
      part.forEach(node -> placed[node] = true);
      place(part);
      left = 1 + moveTo(part, left);
    }
  }

  private List<Integer> reachable(int start) {
    List<Integer> order = new ArrayList<>();
    breadthFirst(start, order);
    order.sort(null);
    return order;
  }

  /**
   * Visits all reachable nodes, breadth first, and adds them to {@code order}. Returns the
   * predecessor of each node; −1 for the first and for unreachable nodes.
   */
  private int[] breadthFirst(int start, List<Integer> order) {
    int[] parents = new int[count];
    Arrays.fill(parents, -1);
    boolean[] seen = new boolean[count];
    seen[start] = true;
    order.add(start);
    for (int i = 0; i < order.size(); i++) {
      for (int next : neighbours.get(order.get(i))) {
        if (!seen[next]) {
          seen[next] = true;
          parents[next] = order.get(i);
          order.add(next);
        }
      }
    }
    return parents;
  }

  private void place(List<Integer> part) {
    if (part.size() > MAJORIZED_NODES_MAX) {
      placeRings(
          part, Collections.max(part, Comparator.comparing(node -> neighbours.get(node).size())));
      return;
    }
    int[][] distances = distances(part);
    placeRings(part, centre(part, distances));
    double fromRings = majorize(part, distances);
    double[] ringsX = x.clone();
    double[] ringsY = y.clone();
    placeCircle(part);
    double fromCircle = majorize(part, distances);
    // The tolerance keeps rounding errors from deciding between equal results: the rings are
    // preferred.
    if (fromRings <= fromCircle * 1.001) {
      System.arraycopy(ringsX, 0, x, 0, count);
      System.arraycopy(ringsY, 0, y, 0, count);
    }
    lieDown(part);
    part.forEach(this::orderEnds);
  }

  /**
   * Gives a node's neighbours that have no other one, if all are to its left or right, their places
   * from top to bottom in the order of the file, as both sides of a dumbbell should be.
   */
  private void orderEnds(int hub) {
    List<Integer> ends =
        neighbours.get(hub).stream()
            .filter(node -> neighbours.get(node).size() == 1)
            .sorted()
            .toList();
    boolean isLeft = ends.stream().allMatch(node -> x[node] < x[hub]);
    boolean isRight = ends.stream().allMatch(node -> x[node] > x[hub]);
    if (ends.size() < 2 || !(isLeft || isRight)) {
      return;
    }
    List<Position> places =
        ends.stream()
            .map(node -> new Position(x[node], y[node]))
            .sorted(Comparator.comparingDouble(Position::y))
            .toList();
    for (int i = 0; i < ends.size(); i++) {
      x[ends.get(i)] = places.get(i).x();
      y[ends.get(i)] = places.get(i).y();
    }
  }

  private int[][] distances(List<Integer> part) {
    int[][] distances = new int[count][];
    part.forEach(node -> distances[node] = distances(node));
    return distances;
  }

  private int[] distances(int start) {
    List<Integer> order = new ArrayList<>();
    int[] parents = breadthFirst(start, order);
    int[] distances = new int[count];
    for (int node : order) {
      distances[node] = node == start ? 0 : distances[parents[node]] + 1;
    }
    return distances;
  }

  /** Returns the node with the least sum of distances to the others, the first of equals. */
  private static int centre(List<Integer> part, int[][] distances) {
    return Collections.min(
        part,
        Comparator.comparingLong(
            node -> part.stream().mapToLong(other -> distances[node][other]).sum()));
  }

  /** Places a tree of shortest paths: hops from the centre are rings, branches are sectors. */
  private void placeRings(List<Integer> part, int centre) {
    int[] distances = distances(centre);
    List<Integer> order = new ArrayList<>();
    int[] parents = breadthFirst(centre, order);
    double[] leaves = new double[count];
    for (int node : order.reversed()) {
      leaves[node] = Math.max(1, leaves[node]);
      if (node != centre) {
        leaves[parents[node]] += leaves[node];
      }
    }
    double turn = 2 * StrictMath.PI;
    double ringWidth =
        Math.max(1, part.size() / (turn * (1 + Arrays.stream(distances).max().orElse(0))));
    double[] width = new double[count];
    double[] taken = new double[count]; // angle up to which a node's sector is assigned to branches
    width[centre] = turn;
    for (int node : order) {
      if (node != centre) {
        int parent = parents[node];
        taken[node] = taken[parent];
        width[node] = width[parent] * leaves[node] / leaves[parent];
        taken[parent] += width[node];
      }
      double angle = taken[node] + width[node] / 2;
      x[node] = ringWidth * distances[node] * StrictMath.cos(angle);
      y[node] = ringWidth * distances[node] * StrictMath.sin(angle);
    }
  }

  /** Places nodes on a circle in depth-first order, so that a ring becomes a circle. */
  private void placeCircle(List<Integer> part) {
    List<Integer> walk = new ArrayList<>();
    boolean[] seen = new boolean[count];
    ArrayDeque<Integer> stack = new ArrayDeque<>(List.of(part.getFirst()));
    while (!stack.isEmpty()) {
      int node = stack.pop();
      if (!seen[node]) {
        seen[node] = true;
        walk.add(node);
        neighbours.get(node).reversed().forEach(stack::push);
      }
    }
    double radius = walk.size() / (2 * StrictMath.PI);
    for (int i = 0; i < walk.size(); i++) {
      double angle = 2 * StrictMath.PI * i / walk.size();
      x[walk.get(i)] = radius * StrictMath.cos(angle);
      y[walk.get(i)] = radius * StrictMath.sin(angle);
    }
  }

  /** Moves nodes in turn to where their distances match best. Returns the remaining stress. */
  private double majorize(List<Integer> part, int[][] distances) {
    for (int round = 0; round < ROUNDS; round++) {
      double moved = 0;
      for (int node : part) {
        if (pinned[node]) {
          continue;
        }
        double sumX = 0;
        double sumY = 0;
        double sumWeight = 0;
        for (int other : part) {
          if (other != node) {
            double wanted = distances[node][other];
            double weight = 1 / (wanted * wanted);
            double dx = x[node] - x[other];
            double dy = y[node] - y[other];
            double length = Math.max(1e-9, Math.sqrt(dx * dx + dy * dy));
            sumX += weight * (x[other] + wanted * dx / length);
            sumY += weight * (y[other] + wanted * dy / length);
            sumWeight += weight;
          }
        }
        if (sumWeight > 0) {
          moved = Math.max(moved, Math.abs(x[node] - sumX / sumWeight));
          moved = Math.max(moved, Math.abs(y[node] - sumY / sumWeight));
          x[node] = sumX / sumWeight;
          y[node] = sumY / sumWeight;
        }
      }
      if (moved < LEAST_MOVE) {
        break;
      }
    }
    return stress(part, distances);
  }

  private double stress(List<Integer> part, int[][] distances) {
    double stress = 0;
    for (int a : part) {
      for (int b : part) {
        if (a < b) {
          double dx = x[a] - x[b];
          double dy = y[a] - y[b];
          double off = Math.sqrt(dx * dx + dy * dy) / distances[a][b] - 1;
          stress += off * off;
        }
      }
    }
    return stress;
  }

  /** Rotates a component so that its longest extent is horizontal, the shape of screens. */
  private void lieDown(List<Integer> part) {
    double meanX = part.stream().mapToDouble(node -> x[node]).average().orElse(0);
    double meanY = part.stream().mapToDouble(node -> y[node]).average().orElse(0);
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int node : part) {
      double dx = x[node] - meanX;
      double dy = y[node] - meanY;
      xx += dx * dx;
      yy += dy * dy;
      xy += dx * dy;
    }
    double angle = -StrictMath.atan2(2 * xy, xx - yy) / 2;
    double cos = StrictMath.cos(angle);
    double sin = StrictMath.sin(angle);
    // The first node of the file goes to the left, in reading order.
    int first = part.getFirst();
    double firstX = (x[first] - meanX) * cos - (y[first] - meanY) * sin;
    double side = firstX > 1e-6 ? -1 : 1;
    for (int node : part) {
      double dx = x[node] - meanX;
      double dy = y[node] - meanY;
      x[node] = side * (dx * cos - dy * sin);
      y[node] = side * (dx * sin + dy * cos);
    }
  }

  /** Moves a component to x from {@code left} and y from 0. Returns its greatest x. */
  private double moveTo(List<Integer> part, double left) {
    double leastX = part.stream().mapToDouble(node -> x[node]).min().orElse(0);
    double leastY = part.stream().mapToDouble(node -> y[node]).min().orElse(0);
    double right = left;
    for (int node : part) {
      x[node] += left - leastX;
      y[node] -= leastY;
      right = Math.max(right, x[node]);
    }
    return right;
  }
}
