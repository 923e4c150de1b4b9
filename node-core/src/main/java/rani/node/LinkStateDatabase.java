// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.wire.ServiceMessage;
import rani.wire.ServiceMessage.LinkState;
import rani.wire.ServiceMessage.LinkState.Neighbour;
import rani.wire.ServiceMessage.SignedLinkState;
import rani.world.Timers;

/**
 * What a node knows of the network: what the topology file says of every node, and in its place
 * whatever a node has said of itself since. It decides what is newer; {@link LinkStates} acts.
 *
 * <p>The file's word never ages, for nodes whose links have not changed say nothing. What a node
 * has said does: a node that is no longer heard of has no neighbours, whatever the file says.
 */
final class LinkStateDatabase {
  private static final int PART_BITS = 3;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final NetworkGraph file;
  private final int ownAddress;
  private final MadeLinks made;
  private final NavigableMap<Long, Entry> entries = new TreeMap<>();

  /** How what has come compares with what is known. */
  enum Judgement {
    /** It is to be taken. */
    NEWER,
    /** It is known. */
    SAME,
    /** Something newer is known. */
    OLDER,
    /** It is newer, but comes right behind the last of its kind. */
    TOO_SOON,
    /** It was said too long ago to be believed. */
    TOO_OLD,
    /** Neither the file nor an operation made its origin. */
    UNKNOWN
  }

  /** What a node has said of itself. */
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

    int origin() {
      return state.origin();
    }

    int part() {
      return state.part();
    }

    int sequence() {
      return state.sequence();
    }

    String name() {
      return state.name();
    }

    /**
     * Those who are believed to be its neighbours: no one, when nothing was heard of the node for
     * too long.
     */
    List<Neighbour> neighbours() {
      return expired ? List.of() : believed;
    }

    /** How many more it claims. */
    int unbelieved() {
      return expired ? 0 : state.neighbours().size() - believed.size();
    }

    boolean isExpired() {
      return expired;
    }

    long ageMillis(long nowNanos) {
      return (nowNanos - saidNanos) / NANOS_PER_MILLI;
    }

    /** As it is sent on: at least 1 ms older with every hop. */
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

  LinkStateDatabase(NetworkGraph file, int ownAddress, MadeLinks made) {
    this.file = file;
    this.ownAddress = ownAddress;
    this.made = made;
  }

  static long key(int origin, int part) {
    return (long) origin << PART_BITS | part;
  }

  /** Serial number arithmetic, RFC 1982 §3.2: (i1 &lt; i2 and i2 - i1 &lt; 2^31) or … */
  static boolean isNewer(int sequence, int other) {
    return sequence - other > 0;
  }

  @Nullable Entry find(long key) {
    return entries.get(key);
  }

  /** How many neighbours of what was said are not believed. */
  int unbelieved(long key) {
    Entry entry = entries.get(key);
    return entry == null ? 0 : entry.unbelieved();
  }

  /** All that was said, in a fixed order. */
  List<Entry> entries() {
    return List.copyOf(entries.values());
  }

  /** The keys of all that is still believed, in the same order. */
  List<Long> liveKeys() {
    return entries.values().stream()
        .filter(entry -> !entry.expired)
        .map(entry -> key(entry.origin(), entry.part()))
        .toList();
  }

  /** What is to be done about a link state of another node. */
  Judgement judge(long nowNanos, LinkState state) {
    if (state.ageMillis() * NANOS_PER_MILLI >= LinkStates.AGE_NANOS_MAX) {
      return Judgement.TOO_OLD;
    }
    Entry known = entries.get(key(state.origin(), state.part()));
    if (known != null && !known.expired) {
      if (state.sequence() == known.sequence()) {
        return Judgement.SAME;
      }
      if (!isNewer(state.sequence(), known.sequence())) {
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
   * Takes a link state. Of its neighbours those are believed to whom its origin has a link.
   *
   * @param signature its origin's; null without keys
   * @return whether it says anything that was not known
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
        || !known.name().equals(state.name())
        || !known.believed.equals(believed);
  }

  /**
   * Other nodes and links are made than were. What was said of a link that is made now counts from
   * now on; what was said of one that is made no more, until its ends say otherwise.
   *
   * @return whether that changes anything
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
   * What is known has come again. If it is much younger than it was said to be, it is that young:
   * an age is not signed, and who passes a word on may make it older than it is.
   */
  void takeAgain(long nowNanos, LinkState state) {
    Entry known = entries.get(key(state.origin(), state.part()));
    long saidNanos = nowNanos - state.ageMillis() * NANOS_PER_MILLI;
    if (known != null && saidNanos - known.saidNanos > LinkStates.WIRES_NANOS_MAX) {
      known.saidNanos = saidNanos;
    }
  }

  /** Whether the file does not know of it. */
  private boolean isStranger(int origin) {
    return file.indexOf(origin) == NetworkGraph.NOWHERE;
  }

  /** Forgets what was said too long ago; how many entries that were. */
  int expire(long nowNanos) {
    int expired = 0;
    Iterator<Entry> all = entries.values().iterator();
    while (all.hasNext()) {
      Entry entry = all.next();
      if (!entry.expired && expiresNanos(entry) <= nowNanos) {
        entry.expired = true;
        expired++;
        if (isStranger(entry.origin())) {
          all.remove();
        }
      }
    }
    return expired;
  }

  /** Forgets what an origin said; whether it had said anything. */
  boolean forget(int origin) {
    return entries.values().removeIf(entry -> entry.origin() == origin);
  }

  /** When something is to be forgotten next. */
  long nextExpiryNanos() {
    long next = Timers.NEVER;
    for (Entry entry : entries.values()) {
      next = entry.expired ? next : Math.min(next, expiresNanos(entry));
    }
    return next;
  }

  private long expiresNanos(Entry entry) {
    return entry.origin() == ownAddress ? Timers.NEVER : entry.saidNanos + LinkStates.AGE_NANOS_MAX;
  }

  /** The network as it is known now, with this node as it knows itself. */
  NetworkGraph graph(NetworkGraph.Vertex own) {
    List<NetworkGraph.Vertex> vertices = new ArrayList<>();
    for (NetworkGraph.Vertex vertex : file.vertices()) {
      vertices.add(vertex.address() == own.address() ? own : present(vertex));
    }
    if (isStranger(own.address())) {
      vertices.add(own);
    }
    for (Entry entry : entries.values()) {
      if (isStranger(entry.origin())
          && entry.origin() != own.address()
          && entry == partsOf(entry.origin()).getFirst()) {
        vertices.add(said(entry.origin()));
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

  /** Names decide between ways that are equally short, so no node chooses its own. */
  private String name(Entry entry) {
    String known = made.name(entry.origin());
    return known == null ? entry.name() : known;
  }

  private List<Entry> partsOf(int origin) {
    long first = key(origin, 0);
    long last = key(origin, LinkState.PARTS_MAX - 1);
    return List.copyOf(entries.subMap(first, true, last, true).values());
  }
}
