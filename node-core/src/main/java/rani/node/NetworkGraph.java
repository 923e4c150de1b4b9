// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.util.collection.IntObjectHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rani.wire.ServiceMessage.LinkState.Neighbour;

/**
 * A network as routing sees it: its nodes, numbered from 0, and who is linked to whom. Two nodes
 * are neighbours only if both say so.
 */
public final class NetworkGraph {
  /** The answer where there is no such node. */
  public static final int NOWHERE = -1;

  private final List<Vertex> vertices;
  private final IntObjectHashMap<Integer> indexOf = new IntObjectHashMap<>();
  private final int[][] neighbours;
  private final int[][] mtuBytes;

  /**
   * A node and what it says of itself.
   *
   * @param address its virtual address
   * @param name by which equally short ways are told apart
   * @param neighbours once each, in the order of the lowest link to each
   */
  public record Vertex(int address, String name, List<Neighbour> neighbours) {
    public Vertex {
      neighbours = List.copyOf(neighbours);
    }
  }

  /**
   * A network of these nodes.
   *
   * @throws IllegalArgumentException if two have one address
   */
  public NetworkGraph(List<Vertex> vertices) {
    this.vertices = List.copyOf(vertices);
    Set<Long> said = new LinkedHashSet<>();
    for (int index = 0; index < vertices.size(); index++) {
      Vertex vertex = vertices.get(index);
      if (indexOf.put(vertex.address, Integer.valueOf(index)) != null) {
        throw new IllegalArgumentException("two nodes have the address of " + vertex.name);
      }
      vertex.neighbours.forEach(neighbour -> said.add(edge(vertex.address, neighbour.address())));
    }
    neighbours = new int[vertices.size()][];
    mtuBytes = new int[vertices.size()][];
    for (int index = 0; index < vertices.size(); index++) {
      Vertex vertex = vertices.get(index);
      List<Neighbour> mutual =
          vertex.neighbours.stream()
              .filter(neighbour -> neighbour.address() != vertex.address)
              .filter(neighbour -> said.contains(edge(neighbour.address(), vertex.address)))
              .toList();
      neighbours[index] =
          mutual.stream().mapToInt(neighbour -> indexOf.get(neighbour.address())).toArray();
      mtuBytes[index] = mutual.stream().mapToInt(Neighbour::mtuBytes).toArray();
    }
  }

  private static long edge(int from, int to) {
    return (long) from << 32 | to & 0xFFFF_FFFFL;
  }

  /** How many nodes there are. */
  public int size() {
    return vertices.size();
  }

  /** The number of the node with an address, or {@link #NOWHERE}. */
  public int indexOf(int address) {
    Integer index = indexOf.get(address);
    return index == null ? NOWHERE : index;
  }

  /** What a node says of itself; null if none has the address. */
  @Nullable Vertex vertex(int address) {
    Integer index = indexOf.get(address);
    return index == null ? null : vertices.get(index);
  }

  List<Vertex> vertices() {
    return vertices;
  }

  /** The virtual address of a node. */
  public int address(int node) {
    return vertices.get(node).address;
  }

  /** The name of a node. */
  public String name(int node) {
    return vertices.get(node).name;
  }

  int[] neighbours(int node) {
    return neighbours[node];
  }

  /** The largest packet that a node sends to each of its {@link #neighbours}. */
  int[] mtuBytes(int node) {
    return mtuBytes[node];
  }

  /** The shortest paths from a node. */
  public ShortestPaths pathsFrom(int node) {
    return new ShortestPaths(this, node);
  }

  /** Below 0 if of two equally good first hops the first is taken. */
  int compare(int node, int other) {
    int byName = name(node).compareTo(name(other));
    return byName != 0 ? byName : Integer.compareUnsigned(address(node), address(other));
  }
}
