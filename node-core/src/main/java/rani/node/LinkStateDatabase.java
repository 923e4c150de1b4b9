// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.wire.NodeMessage.LinkState;
import rani.wire.NodeMessage.LinkState.Neighbour;
import rani.wire.NodeMessage.SignedLinkState;
import rani.wire.ServiceMessage;
import rani.world.Timers;

/**
 * The link-state database of a node: the topology file's state of every node, superseded by the
 * node's own link states. The database decides which is newer; {@link LinkStates} acts. The file's
 * state never ages, because nodes whose links have not changed send nothing. Link states do age: a
 * node that has fallen silent has no neighbours, whatever the file says.
 */
final class LinkStateDatabase {
  private static final int PART_BITS = 3;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final NetworkGraph file;
  private final int ownAddress;
  private final ConfiguredLinks made;
  private final NavigableMap<Long, Entry> entries = new TreeMap<>();

  enum Judgement {
    NEWER,
    SAME,
    OLDER,
    /** The link state is newer, but follows its predecessor too quickly. */
    TOO_SOON,
    TOO_OLD,
    /** The origin is neither in the file nor added by an operation. */
    UNKNOWN
  }

  static final class Entry {
    private final LinkState state;
    private final byte @Nullable [] signature;
    private final long takenNanos;
    private long saidNanos;
    private List<Neighbour> believed;
    private boolean expired;

    private Entry(
        LinkState state,
        byte @Nullable [] signature,
        List<Neighbour> believed,
        long saidNanos,
        long takenNanos) {
      this.state = state;
      this.signature = signature;
      this.believed = believed;
      this.saidNanos = saidNanos;
      this.takenNanos = takenNanos;
    }

    LinkState state() {
      return state;
    }

    List<Neighbour> neighbours() {
      return expired ? List.of() : believed;
    }

    /** Returns the number of neighbours claimed and not believed. */
    int unbelieved() {
      return expired ? 0 : state.neighbours().size() - believed.size();
    }

    boolean isExpired() {
      return expired;
    }

    long ageMillis(long nowNanos) {
      return (nowNanos - saidNanos) / NANOS_PER_MILLI;
    }

    /** Returns the message to be flooded, at least 1 ms older with every hop. */
    ServiceMessage aged(long nowNanos) {
      LinkState aged =
          new LinkState(
              state.origin(),
              state.part(),
              state.sequence(),
              ageMillis(nowNanos) + 1,
              state.name(),
              state.neighbours());
      return signature == null ? aged : new SignedLinkState(aged, signature);
    }

    boolean saysTheSame(LinkState other) {
      return !expired
          && state.name().equals(other.name())
          && state.neighbours().equals(other.neighbours());
    }
  }

  LinkStateDatabase(NetworkGraph file, int ownAddress, ConfiguredLinks made) {
    this.file = file;
    this.ownAddress = ownAddress;
    this.made = made;
  }

  static long key(int origin, int part) {
    return (long) origin << PART_BITS | part;
  }

  /** Compares by serial number arithmetic, RFC 1982 §3.2. */
  static boolean isNewer(int sequence, int other) {
    return sequence - other > 0;
  }

  @Nullable Entry find(long key) {
    return entries.get(key);
  }

  int unbelieved(long key) {
    Entry entry = entries.get(key);
    return entry == null ? 0 : entry.unbelieved();
  }

  List<Entry> entries() {
    return List.copyOf(entries.values());
  }

  /** Returns the keys of all link states that have not expired, in a fixed order. */
  List<Long> liveKeys() {
    return entries.values().stream()
        .filter(entry -> !entry.expired)
        .map(entry -> key(entry.state.origin(), entry.state.part()))
        .toList();
  }

  Judgement judge(long nowNanos, LinkState state) {
    if (state.ageMillis() * NANOS_PER_MILLI >= LinkStates.AGE_NANOS_MAX) {
      return Judgement.TOO_OLD;
    }
    Entry known = entries.get(key(state.origin(), state.part()));
    if (known != null && !known.expired) {
      if (state.sequence() == known.state.sequence()) {
        return Judgement.SAME;
      }
      if (!isNewer(state.sequence(), known.state.sequence())) {
        return Judgement.OLDER;
      }
      if (nowNanos - known.takenNanos < LinkStates.ARRIVAL_NANOS_MIN) {
        return Judgement.TOO_SOON;
      }
    }
    return known == null && isStranger(state.origin()) && !made.hasNode(state.origin())
        ? Judgement.UNKNOWN
        : Judgement.NEWER;
  }

  /**
   * Stores a link state, and returns whether it changes the network. Its neighbours are believed if
   * the origin has a link to them. The origin's signature is null without keys.
   */
  boolean take(long nowNanos, LinkState state, byte @Nullable [] signature) {
    long saidNanos = nowNanos - state.ageMillis() * NANOS_PER_MILLI;
    List<Neighbour> believed =
        state.origin() == ownAddress ? state.neighbours() : made.known(state, List.of());
    Entry known =
        entries.put(
            key(state.origin(), state.part()),
            new Entry(state, signature, believed, saidNanos, nowNanos));
    return known == null
        || known.expired
        || !known.state.name().equals(state.name())
        || !known.believed.equals(believed);
  }

  /**
   * Compares all link states with the changed set of existing nodes and links, and returns whether
   * the network has changed. Link states about a new link count from now on; those about a removed
   * link no longer do.
   */
  boolean knowAgain() {
    boolean changed = false;
    for (Entry entry : entries.values()) {
      if (entry.unbelieved() > 0) {
        List<Neighbour> known = made.known(entry.state, entry.believed);
        changed |= known.size() > entry.believed.size();
        entry.believed = known;
      }
    }
    return changed;
  }

  /**
   * Updates the age of a known link state that has arrived again. The younger age is used: ages are
   * not signed, so a forwarding node may have raised it.
   */
  void takeAgain(long nowNanos, LinkState state) {
    Entry known = entries.get(key(state.origin(), state.part()));
    long saidNanos = nowNanos - state.ageMillis() * NANOS_PER_MILLI;
    if (known != null && saidNanos - known.saidNanos > LinkStates.WIRES_NANOS_MAX) {
      known.saidNanos = saidNanos;
    }
  }

  /** Reports whether a node is not in the topology file. */
  private boolean isStranger(int origin) {
    return file.indexOf(origin) == NetworkGraph.NOWHERE;
  }

  /** Removes expired entries; returns their number. */
  int expire(long nowNanos) {
    int expired = 0;
    Iterator<Entry> all = entries.values().iterator();
    while (all.hasNext()) {
      Entry entry = all.next();
      if (!entry.expired && expiresNanos(entry) <= nowNanos) {
        entry.expired = true;
        expired++;
        if (isStranger(entry.state.origin())) {
          all.remove();
        }
      }
    }
    return expired;
  }

  /** Removes an origin's entries; false if there were none. */
  boolean forget(int origin) {
    return entries.values().removeIf(entry -> entry.state.origin() == origin);
  }

  long nextExpiryNanos() {
    long next = Timers.NEVER;
    for (Entry entry : entries.values()) {
      next = entry.expired ? next : Math.min(next, expiresNanos(entry));
    }
    return next;
  }

  private long expiresNanos(Entry entry) {
    return entry.state.origin() == ownAddress
        ? Timers.NEVER
        : entry.saidNanos + LinkStates.AGE_NANOS_MAX;
  }

  /** Returns the network according to the database, with this node's own links. */
  NetworkGraph graph(NetworkGraph.Vertex own) {
    List<NetworkGraph.Vertex> vertices = new ArrayList<>();
    for (NetworkGraph.Vertex vertex : file.vertices()) {
      vertices.add(vertex.address() == own.address() ? own : present(vertex));
    }
    if (isStranger(own.address())) {
      vertices.add(own);
    }
    for (Entry entry : entries.values()) {
      if (isStranger(entry.state.origin())
          && entry.state.origin() != own.address()
          && entry == partsOf(entry.state.origin()).getFirst()) {
        vertices.add(said(entry.state.origin()));
      }
    }
    return new NetworkGraph(vertices);
  }

  private NetworkGraph.Vertex present(NetworkGraph.Vertex vertex) {
    Long first = entries.ceilingKey(key(vertex.address(), 0));
    return first == null || first >> PART_BITS != vertex.address()
        ? vertex
        : said(vertex.address());
  }

  private NetworkGraph.Vertex said(int origin) {
    List<Entry> parts = partsOf(origin);
    if (parts.size() == 1) {
      return new NetworkGraph.Vertex(origin, name(parts.getFirst()), parts.getFirst().neighbours());
    }
    List<Neighbour> neighbours = new ArrayList<>();
    parts.forEach(part -> neighbours.addAll(part.neighbours()));
    return new NetworkGraph.Vertex(origin, name(parts.getFirst()), neighbours);
  }

  /**
   * Returns a node's configured name, if it has one: names break ties between equally short paths,
   * so a node must not choose its own.
   */
  private String name(Entry entry) {
    String known = made.name(entry.state.origin());
    return known == null ? entry.state.name() : known;
  }

  private List<Entry> partsOf(int origin) {
    long first = key(origin, 0);
    long last = key(origin, LinkState.PARTS_MAX - 1);
    return List.copyOf(entries.subMap(first, true, last, true).values());
  }
}
