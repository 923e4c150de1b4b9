// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.util.collection.IntObjectHashMap;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.wire.NodeMessage.LinkState.Neighbour;

/** Graph of nodes, numbered from 0. Two nodes are adjacent only if both say so. */
public final class NetworkGraph {
  public static final int NOWHERE = -1;

  private final List<Vertex> vertices;
  private final IntObjectHashMap<Integer> indexOf;
  private final int[][] neighbours;
  private final int[][] mtuBytes;

  /**
   * A node with its own neighbours, once each, in the order of the lowest link to each. The name
   * breaks ties between equally short paths.
   */
  public record Vertex(int address, String name, List<Neighbour> neighbours) {
    public Vertex {
      neighbours = List.copyOf(neighbours);
    }
  }

  /**
   * Makes the graph of a network.
   *
   * @throws IllegalArgumentException if two nodes have one address
   */
  public NetworkGraph(List<Vertex> vertices) {
    int size = vertices.size();
    this.vertices = List.copyOf(vertices);
    this.indexOf = new IntObjectHashMap<>(Math.max(8, 2 * size));
    for (int index = 0; index < size; index++) {
      if (indexOf.put(vertices.get(index).address, Integer.valueOf(index)) != null) {
        throw new IllegalArgumentException(
            "two nodes have the address of " + vertices.get(index).name);
      }
    }
    int[][] says = new int[size][];
    int[] hearers = new int[size]; // how many say that a node is their neighbour
    for (int index = 0; index < size; index++) {
      says[index] = numbers(index);
      for (int neighbour : says[index]) {
        if (neighbour != NOWHERE) {
          hearers[neighbour]++;
        }
      }
    }
    int[][] saidBy = new int[size][];
    for (int index = 0; index < size; index++) {
      saidBy[index] = new int[hearers[index]];
    }
    for (int index = 0; index < size; index++) {
      for (int neighbour : says[index]) {
        if (neighbour != NOWHERE) {
          saidBy[neighbour][--hearers[neighbour]] = index;
        }
      }
    }
    neighbours = new int[size][];
    mtuBytes = new int[size][];
    int[] mark = new int[size]; // one more than the node that was said so of last
    for (int index = 0; index < size; index++) {
      for (int by : saidBy[index]) {
        mark[by] = index + 1;
      }
      keepMutual(index, says[index], mark);
    }
  }

  /** Returns the numbers of a node's neighbours; {@link #NOWHERE} for an unknown one. */
  private int[] numbers(int index) {
    Vertex vertex = vertices.get(index);
    int[] numbers = new int[vertex.neighbours.size()];
    for (int at = 0; at < numbers.length; at++) {
      int number = indexOf(vertex.neighbours.get(at).address());
      numbers[at] = number == index ? NOWHERE : number; // no one is his own
    }
    return numbers;
  }

  private void keepMutual(int index, int[] says, int[] mark) {
    int kept = 0;
    int[] mutual = new int[says.length];
    int[] bytes = new int[says.length];
    for (int at = 0; at < says.length; at++) {
      if (says[at] != NOWHERE && mark[says[at]] == index + 1) {
        mutual[kept] = says[at];
        bytes[kept++] = vertices.get(index).neighbours.get(at).mtuBytes();
      }
    }
    neighbours[index] = Arrays.copyOf(mutual, kept);
    mtuBytes[index] = Arrays.copyOf(bytes, kept);
  }

  public int size() {
    return vertices.size();
  }

  /** Returns the number of the node with an address, or {@link #NOWHERE}. */
  public int indexOf(int address) {
    Integer index = indexOf.get(address);
    return index == null ? NOWHERE : index;
  }

  @Nullable Vertex vertex(int address) {
    Integer index = indexOf.get(address);
    return index == null ? null : vertices.get(index);
  }

  public List<Vertex> vertices() {
    return vertices;
  }

  public int address(int node) {
    return vertices.get(node).address;
  }

  public String name(int node) {
    return vertices.get(node).name;
  }

  int[] neighbours(int node) {
    return neighbours[node];
  }

  /** Reports whether the nodes of two addresses exist and are adjacent. */
  boolean areNeighbours(int address, int other) {
    int node = indexOf(address);
    int far = indexOf(other);
    if (node == NOWHERE || far == NOWHERE) {
      return false;
    }
    boolean fewer = neighbours[node].length < neighbours[far].length;
    int sought = fewer ? far : node;
    for (int next : neighbours[fewer ? node : far]) {
      if (next == sought) {
        return true;
      }
    }
    return false;
  }

  /** Returns the largest packet that a node sends to each of its {@link #neighbours}. */
  int[] mtuBytes(int node) {
    return mtuBytes[node];
  }

  public ShortestPaths pathsFrom(int node) {
    return new ShortestPaths(this, node);
  }

  /** Orders equally good first hops; negative if the first is preferred. */
  int compare(int node, int other) {
    int byName = name(node).compareTo(name(other));
    return byName != 0 ? byName : Integer.compareUnsigned(address(node), address(other));
  }
}
