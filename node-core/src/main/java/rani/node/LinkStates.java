// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.link.LinkConfig;
import rani.link.LinkHello;
import rani.node.LinkStateCounts.Event;
import rani.wire.Address;
import rani.wire.NodeMessage.LinkState;
import rani.wire.NodeMessage.LinkState.Neighbour;
import rani.wire.NodeMessage.LinkStateAck;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Note;
import rani.world.Timers;

/**
 * Link-state routing: this node floods the state of its links, as hello detects it, and computes
 * its routes from what other nodes flood.
 *
 * <p><b>Nothing is flooded until something changes.</b> Until traffic begins ({@link Command.Go}) a
 * node assumes that all links of the topology file are up, so links that come up for the first time
 * are not flooded. From then on a node's links are those that are up by hello. A node that was
 * added to a running network has no file; it assumes nothing and floods everything.
 *
 * <p><b>Flooding.</b> A node whose set of neighbours changes makes a new {@link LinkState} with the
 * next sequence and sends it to all neighbours. A node that receives a newer link state
 * acknowledges it and floods it to all neighbours but the sender ({@link LinkStateOutbox}
 * retransmits). A link that comes up gets the whole database, so that a partitioned network
 * converges when it heals; so does a neighbour that may have restarted while its link stayed up. A
 * node that receives its own link state with a newer sequence, as after a restart, advances past
 * it. If its age shows that it was made while this node ran, another node forges its name, and the
 * node reports this ({@code origin-contested}).
 *
 * <p><b>Evidence.</b> Only links that the file or an operation made are believed ({@link
 * ConfiguredLinks}), no matter which node claims them. So the database and the route computation
 * are bounded by the size of the network. In a network with keys an origin signs its link states,
 * and unsigned ones are refused ({@link OriginProofs}).
 *
 * <p><b>Routes.</b> Two nodes are adjacent if both report the link; paths are {@link
 * ShortestPaths}. Routes are computed at once after a change, except in a storm of other nodes'
 * changes: {@link #COMPUTATIONS_AT_ONCE_MAX}, {@link #COMPUTE_NANOS_MIN}.
 *
 * <p>Without the network's file ({@link NodeConfig#network}) routes are those of the configuration
 * and never change.
 */
public final class LinkStates implements LinkHello.Watcher {
  /** The maximum age of a link state: a little more than three refresh intervals. */
  public static final long AGE_NANOS_MAX = 200_000_000_000L;

  /** The refresh interval of a node's link states. */
  public static final long REFRESH_NANOS = 60_000_000_000L;

  /** The minimum interval between two link states of a node (RFC 2328's MinLSInterval). */
  public static final long SAY_NANOS_MIN = 200_000_000;

  /** The minimum interval between accepted link states of an origin (RFC 2328's MinLSArrival). */
  public static final long ARRIVAL_NANOS_MIN = 50_000_000;

  /** The minimum interval between two route computations, in a storm of link states. */
  public static final long COMPUTE_NANOS_MIN = 50_000_000;

  /** The number of computations without a pause, so that no node lags behind others. */
  public static final int COMPUTATIONS_AT_ONCE_MAX = 8;

  /** The largest error of a link state's age, which does not include propagation times. */
  public static final long WIRES_NANOS_MAX = 10_000_000_000L;

  /** The number of newer own link states that a node attributes to the time before a restart. */
  public static final int EARLIER_WORDS_MAX = 3;

  /** The minimum interval between two {@code origin-contested} events. */
  public static final long CONTESTED_NANOS_MIN = 1_000_000_000;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int MILLI_DIGITS = 3;

  private final String name;
  private final int address;
  private final @Nullable NetworkGraph file;
  private final ConfiguredLinks made;
  private final OriginProofs proofs;
  private final LinkStateDatabase database;
  private final RoutingTable routes;
  private final NodeTrace trace;
  private final Timers timers;
  private final LinkHello.Sender sender;
  private final Timers.Timer sayTimer;
  private final Timers.Timer computeTimer;
  private final Timers.Timer expiryTimer;
  private final NavigableMap<Integer, OwnLink> links = new TreeMap<>();
  private final int[] sequences = new int[LinkState.PARTS_MAX];
  private final boolean[] overtaken = new boolean[LinkState.PARTS_MAX];
  private final int[] earlierWords = new int[LinkState.PARTS_MAX];
  private final LinkStateCounts counts = new LinkStateCounts();

  private List<Neighbour> said = List.of();
  private int partsSaid;
  private boolean hasSpoken;
  private long spokeNanos;
  private long startedNanos;
  private long contestedSaidNanos = Long.MIN_VALUE;
  private RouteFacts.@Nullable Refused lastRefused;
  private long resentByFormerLinks;
  private long givenUpByFormerLinks;
  private long computingPaidUntilNanos = Long.MIN_VALUE;
  private long computesNanos = Timers.NEVER;
  private long expiresNanos = Timers.NEVER;

  private static final class OwnLink {
    private final LinkConfig config;
    private final LinkStateOutbox outbox;
    private final OriginProofs.Budget verifying = new OriginProofs.Budget();
    private long refused;
    private boolean up;
    private boolean believed;

    private OwnLink(LinkConfig config, LinkStateOutbox outbox, boolean believed) {
      this.config = config;
      this.outbox = outbox;
      this.believed = believed;
    }

    private boolean counts() {
      return up || believed;
    }
  }

  LinkStates(
      NodeConfig config,
      RoutingTable routes,
      Timers timers,
      NodeTrace trace,
      LinkHello.Sender sender) {
    this.name = config.name();
    this.address = config.address();
    this.file = config.network();
    this.routes = routes;
    this.trace = trace;
    this.timers = timers;
    this.sender = sender;
    this.sayTimer = timers.timer(this::say);
    this.computeTimer = timers.timer(this::compute);
    this.expiryTimer = timers.timer(this::expire);
    NetworkGraph begun = file == null ? new NetworkGraph(List.of()) : file;
    this.made = new ConfiguredLinks(begun, address, this::isOwnNeighbour);
    this.proofs = new OriginProofs(config.originKeys());
    this.database = new LinkStateDatabase(begun, address, made);
    boolean known = file != null && file.indexOf(address) != NetworkGraph.NOWHERE;
    config.links().forEach(link -> links.put(link.id().number(), own(link, known)));
    said = known ? ownNeighbours() : List.of();
  }

  private OwnLink own(LinkConfig link, boolean believed) {
    LinkId id = link.id();
    LinkStateOutbox outbox =
        new LinkStateOutbox(timers, (nowNanos, key) -> send(nowNanos, id, key));
    return new OwnLink(link, outbox, believed);
  }

  private boolean isOwnNeighbour(int other) {
    return links.values().stream().anyMatch(link -> link.config.neighbour() == other);
  }

  void start(long nowNanos) {
    startedNanos = nowNanos;
  }

  /** Makes this node sign its link states; called before it sends any. */
  void sign(OriginKeys keys) {
    proofs.signWith(keys);
  }

  /**
   * Updates the nodes and links that exist by file and operations; see {@link ConfiguredLinks}. The
   * new or changed keys of origins are by virtual address.
   */
  void know(long nowNanos, NetworkGraph network, SequencedMap<Integer, byte[]> keys) {
    made.become(network);
    boolean changed = false;
    for (int origin : proofs.know(keys)) {
      changed |= database.forget(origin);
    }
    if (file != null && (database.knowAgain() || changed)) {
      computeAt(nowNanos);
    }
  }

  /** Reports whether the node routes by link states at all. */
  public boolean isRouting() {
    return file != null;
  }

  /** Notes that traffic begins: from now on a link counts only while it is up by hello. */
  void go(long nowNanos) {
    boolean lost = false;
    for (OwnLink link : links.values()) {
      lost |= link.believed && !link.up;
      link.believed = false;
    }
    if (lost) {
      ownLinksChanged(nowNanos);
    }
  }

  void stop() {
    sayTimer.disarm();
    computeTimer.disarm();
    expiryTimer.disarm();
    links.values().forEach(link -> link.outbox.clear());
  }

  @Override
  public void turned(long nowNanos, LinkId id, boolean up) {
    OwnLink link = links.get(id.number());
    if (link == null) {
      return;
    }
    boolean counted = link.counts();
    link.up = up;
    link.believed = false;
    if (file == null) {
      return;
    }
    if (!up) {
      link.outbox.clear();
    }
    if (counted != link.counts()) {
      ownLinksChanged(nowNanos);
    }
    if (up) {
      // Last, because the node's newest link state replaces its earlier one.
      link.outbox.addAll(nowNanos, database.liveKeys());
    }
  }

  /** {@inheritDoc} The neighbour gets the whole database, as if the link had just come up. */
  @Override
  public void mayHaveForgotten(long nowNanos, LinkId id) {
    OwnLink link = links.get(id.number());
    if (file != null && link != null && link.up) {
      link.outbox.addAll(nowNanos, database.liveKeys());
    }
  }

  /**
   * Adds a link, which counts once it is up by hello.
   *
   * @throws IllegalArgumentException if its number is in use
   */
  void linkAdded(long nowNanos, LinkConfig link) {
    if (links.containsKey(link.id().number())) {
      throw new IllegalArgumentException("there is a " + link.id() + " already");
    }
    links.put(link.id().number(), own(link, false));
  }

  /** Removes a link; ignored if there is none of that number. */
  void linkRemoved(long nowNanos, LinkId id) {
    OwnLink link = links.remove(id.number());
    if (link == null) {
      return;
    }
    resentByFormerLinks += link.outbox.resent();
    givenUpByFormerLinks += link.outbox.givenUp();
    link.outbox.retire();
    if (link.counts() && file != null) {
      ownLinksChanged(nowNanos);
    }
  }

  private void ownLinksChanged(long nowNanos) {
    computeAt(nowNanos);
    say(nowNanos);
  }

  /** Returns the neighbours with a link that counts, in the order of the lowest link to each. */
  private List<Neighbour> ownNeighbours() {
    SequencedMap<Integer, Neighbour> neighbours = new LinkedHashMap<>();
    for (OwnLink link : links.values()) {
      if (link.counts()) {
        neighbours.merge(
            link.config.neighbour(),
            new Neighbour(link.config.neighbour(), link.config.mtuBytes(), 1),
            (first, more) ->
                new Neighbour(first.address(), first.mtuBytes(), first.links() + more.links()));
      }
    }
    return List.copyOf(neighbours.values());
  }

  /** Returns the lowest link to a neighbour that counts; null if there is none. */
  @Nullable LinkId linkTo(int neighbour) {
    for (OwnLink link : links.values()) {
      if (link.counts() && link.config.neighbour() == neighbour) {
        return link.config.id();
      }
    }
    return null;
  }

  /** Originates a link state, if the neighbours have changed or a refresh is due. */
  private void say(long nowNanos) {
    List<Neighbour> neighbours = ownNeighbours();
    boolean again = hasSpoken && nowNanos - spokeNanos >= REFRESH_NANOS;
    boolean news = !neighbours.equals(said) || isOvertaken();
    if (!news && !again) {
      if (hasSpoken) {
        sayTimer.armAt(spokeNanos + REFRESH_NANOS);
      }
      return;
    }
    if (hasSpoken && nowNanos - spokeNanos < SAY_NANOS_MIN) {
      sayTimer.armAt(spokeNanos + SAY_NANOS_MIN);
      return;
    }
    int parts = (neighbours.size() + LinkState.NEIGHBOURS_MAX - 1) / LinkState.NEIGHBOURS_MAX;
    partsSaid = Math.max(Math.max(partsSaid, parts), 1);
    said = neighbours;
    for (int part = 0; part < partsSaid; part++) {
      int from = Math.min(part * LinkState.NEIGHBOURS_MAX, neighbours.size());
      int to = Math.min(from + LinkState.NEIGHBOURS_MAX, neighbours.size());
      sayPart(nowNanos, part, neighbours.subList(from, to), again);
    }
    hasSpoken = true;
    spokeNanos = nowNanos;
    sayTimer.armAt(nowNanos + REFRESH_NANOS);
  }

  private void sayPart(long nowNanos, int part, List<Neighbour> neighbours, boolean again) {
    long key = LinkStateDatabase.key(address, part);
    LinkStateDatabase.Entry before = database.find(key);
    if (!again && !overtaken[part] && before != null && before.neighbours().equals(neighbours)) {
      return;
    }
    overtaken[part] = false;
    sequences[part]++;
    LinkState state = new LinkState(address, part, sequences[part], 0, name, neighbours);
    database.take(nowNanos, state, proofs.sign(state));
    count(Event.SAID);
    trace.note(
        nowNanos,
        Operations.NOTED_BY,
        "link-state",
        Note.of("sequence", Integer.toUnsignedString(sequences[part]))
            .and("part", part)
            .and("neighbours", neighbours.size()));
    flood(nowNanos, key, null);
  }

  private boolean isOvertaken() {
    for (boolean one : overtaken) {
      if (one) {
        return true;
      }
    }
    return false;
  }

  /** Floods a link state to all neighbours but one. */
  private void flood(long nowNanos, long key, @Nullable OwnLink except) {
    for (OwnLink link : links.values()) {
      if (link.up && link != except) {
        link.outbox.add(nowNanos, key);
      }
    }
  }

  private boolean send(long nowNanos, LinkId link, long key) {
    LinkStateDatabase.Entry entry = database.find(key);
    if (entry == null || entry.isExpired()) {
      return false;
    }
    count(Event.SENT);
    sender.send(nowNanos, link, entry.aged(nowNanos));
    return true;
  }

  /**
   * Handles a neighbour's link state. The message's signature is null without one. Returns false if
   * the message is invalid.
   */
  boolean heard(long nowNanos, LinkId id, LinkState state, byte @Nullable [] signature) {
    OwnLink link = links.get(id.number());
    if (file == null || link == null) {
      return false;
    }
    count(Event.RECEIVED);
    if (state.neighbours().stream().anyMatch(to -> to.address() == state.origin())) {
      count(Event.REFUSED_MALFORMED);
      return false;
    }
    if (state.origin() == address) {
      heardOfItself(nowNanos, link, state, signature);
      return true;
    }
    long key = LinkStateDatabase.key(state.origin(), state.part());
    switch (database.judge(nowNanos, state)) {
      case NEWER -> {
        if (verdict(nowNanos, link, state, signature) == OriginProofs.Verdict.PROVEN) {
          take(nowNanos, link, state, signature);
        }
      }
      case SAME -> {
        count(Event.REFUSED_STALE);
        database.takeAgain(nowNanos, state);
        link.outbox.remove(nowNanos, key);
        acknowledge(nowNanos, link, state);
      }
      case OLDER -> {
        count(Event.REFUSED_STALE);
        answer(nowNanos, link, key);
      }
      case TOO_SOON -> count(Event.REFUSED_TOO_SOON); // it comes again: it is not acknowledged
      case TOO_OLD -> count(Event.REFUSED_TOO_OLD);
      case UNKNOWN -> { // nor is it acknowledged: its operator's word may be on its way
        count(Event.REFUSED_UNKNOWN_ORIGIN);
        refused(link, "unknown-origin", 1, state, null);
      }
    }
    return true;
  }

  /** Verifies a link state, and counts a refusal. */
  private OriginProofs.Verdict verdict(
      long nowNanos, OwnLink link, LinkState state, byte @Nullable [] signature) {
    OriginProofs.Verdict verdict = proofs.judge(nowNanos, link.verifying, state, signature);
    switch (verdict) {
      case PROVEN -> {}
      case FORGED -> {
        count(Event.REFUSED_SIGNATURE);
        refused(link, "signature", 1, state, null);
      }
      case LATER -> count(Event.REFUSED_UNVERIFIED); // it comes again: it is not acknowledged
    }
    return verdict;
  }

  private void take(long nowNanos, OwnLink link, LinkState state, byte @Nullable [] signature) {
    long key = LinkStateDatabase.key(state.origin(), state.part());
    link.outbox.remove(nowNanos, key);
    acknowledge(nowNanos, link, state);
    count(Event.TAKEN);
    boolean news = database.take(nowNanos, state, signature);
    refuseUnknownLinks(link, state, database.unbelieved(key));
    expireAt(nowNanos + AGE_NANOS_MAX - state.ageMillis() * NANOS_PER_MILLI);
    flood(nowNanos, key, link);
    if (news) {
      computeAt(Math.max(nowNanos, computingPaidFrom(nowNanos) + COMPUTE_NANOS_MIN));
    }
  }

  private void refuseUnknownLinks(OwnLink by, LinkState state, int claims) {
    if (claims > 0) {
      counts.add(Event.REFUSED_UNKNOWN_LINK, claims);
      refused(by, "unknown-link", claims, state, made.firstUnknown(state));
    }
  }

  private void refused(
      OwnLink by, String reason, int count, LinkState state, @Nullable Neighbour neighbour) {
    by.refused += count;
    lastRefused =
        new RouteFacts.Refused(
            reason,
            by.config.id().toString(),
            Address.text(state.origin()),
            neighbour == null ? null : Address.text(neighbour.address()));
  }

  /** Handles a link state under this node's own name, which may be from before a restart. */
  private void heardOfItself(
      long nowNanos, OwnLink link, LinkState state, byte @Nullable [] signature) {
    int part = state.part();
    LinkStateDatabase.Entry own = database.find(LinkStateDatabase.key(address, part));
    if (own != null && LinkStateDatabase.isNewer(own.state().sequence(), state.sequence())) {
      count(Event.REFUSED_STALE);
      answer(nowNanos, link, LinkStateDatabase.key(address, part));
      return;
    }
    if (state.ageMillis() * NANOS_PER_MILLI >= AGE_NANOS_MAX) {
      count(Event.REFUSED_TOO_OLD);
      return;
    }
    boolean asSaid =
        own != null && own.state().sequence() == state.sequence() && own.saysTheSame(state);
    boolean answered =
        overtaken[part] && !LinkStateDatabase.isNewer(state.sequence(), sequences[part]);
    if (asSaid || answered) {
      acknowledge(nowNanos, link, state);
      count(Event.REFUSED_STALE);
      link.outbox.remove(nowNanos, LinkStateDatabase.key(address, part));
      return;
    }
    OriginProofs.Verdict verdict = verdict(nowNanos, link, state, signature);
    boolean proven = verdict == OriginProofs.Verdict.PROVEN;
    if (verdict == OriginProofs.Verdict.FORGED || (proven && !isOfEarlierLife(nowNanos, state))) {
      contested(nowNanos, link, state, own == null ? 0 : own.state().sequence());
    }
    if (!proven) {
      return;
    }
    acknowledge(nowNanos, link, state);
    sequences[part] = state.sequence();
    partsSaid = Math.max(partsSaid, part + 1);
    overtaken[part] = true;
    say(nowNanos);
  }

  /** Reports whether this node may have sent the link state before its restart. */
  private boolean isOfEarlierLife(long nowNanos, LinkState state) {
    long ageNanos = state.ageMillis() * NANOS_PER_MILLI;
    return ageNanos + WIRES_NANOS_MAX >= nowNanos - startedNanos
        && ++earlierWords[state.part()] <= EARLIER_WORDS_MAX;
  }

  private void contested(long nowNanos, OwnLink link, LinkState state, int ownSequence) {
    count(Event.CONTESTED);
    if (contestedSaidNanos != Long.MIN_VALUE
        && nowNanos - contestedSaidNanos < CONTESTED_NANOS_MIN) {
      return;
    }
    contestedSaidNanos = nowNanos;
    trace.note(
        nowNanos,
        Operations.NOTED_BY,
        "origin-contested",
        Note.of("link", link.config.id().number())
            .and("part", state.part())
            .and("sequence", Integer.toUnsignedString(state.sequence()))
            .and("own", Integer.toUnsignedString(ownSequence))
            .and("age", BigDecimal.valueOf(state.ageMillis(), MILLI_DIGITS).toPlainString()));
  }

  private void acknowledge(long nowNanos, OwnLink link, LinkState state) {
    sender.send(
        nowNanos,
        link.config.id(),
        new LinkStateAck(state.origin(), state.part(), state.sequence()));
  }

  /** Sends the newer link state to a neighbour that has an older one, unless it is outstanding. */
  private void answer(long nowNanos, OwnLink link, long key) {
    if (link.up && !link.outbox.contains(key)) {
      link.outbox.add(nowNanos, key);
    }
  }

  /** Handles a neighbour's acknowledgement of a link state. Returns false if it is invalid. */
  boolean acknowledged(long nowNanos, LinkId id, LinkStateAck ack) {
    OwnLink link = links.get(id.number());
    if (file == null || link == null) {
      return false;
    }
    count(Event.ACKNOWLEDGED);
    long key = LinkStateDatabase.key(ack.origin(), ack.part());
    LinkStateDatabase.Entry entry = database.find(key);
    if (entry != null && !LinkStateDatabase.isNewer(entry.state().sequence(), ack.sequence())) {
      link.outbox.remove(nowNanos, key);
    }
    return true;
  }

  /** Counts a malformed message to the node itself. */
  void malformed() {
    count(Event.REFUSED_MALFORMED);
  }

  private void count(Event event) {
    counts.add(event, 1);
  }

  private void expire(long nowNanos) {
    int expired = database.expire(nowNanos);
    counts.add(Event.EXPIRED, expired);
    expiresNanos = Timers.NEVER;
    expireAt(database.nextExpiryNanos());
    if (expired > 0) {
      computeAt(nowNanos);
    }
  }

  private void expireAt(long atNanos) {
    if (atNanos < expiresNanos) {
      expiresNanos = atNanos;
      expiryTimer.armAt(atNanos);
    }
  }

  private void computeAt(long atNanos) {
    if (atNanos < computesNanos) {
      computesNanos = atNanos;
      computeTimer.armAt(atNanos);
    }
  }

  private long computingPaidFrom(long nowNanos) {
    long budgetNanos = COMPUTATIONS_AT_ONCE_MAX * COMPUTE_NANOS_MIN;
    return Math.max(computingPaidUntilNanos, nowNanos - budgetNanos);
  }

  private void compute(long nowNanos) {
    computesNanos = Timers.NEVER;
    computingPaidUntilNanos = computingPaidFrom(nowNanos) + COMPUTE_NANOS_MIN;
    count(Event.COMPUTED);
    NetworkGraph known = graph();
    int own = known.indexOf(address);
    ShortestPaths shortest = known.pathsFrom(own);
    List<RoutingTable.Way> ways = new ArrayList<>();
    int changed = 0;
    for (int node : shortest.reached()) {
      int destination = known.address(node);
      LinkId link = linkTo(known.address(shortest.firstHop(node)));
      if (link != null) {
        ways.add(new RoutingTable.Way(destination, link));
        changed += link.equals(routes.toward(destination)) ? 0 : 1;
      }
    }
    int lost = lost(ways);
    PathMtus mtus = new PathMtus(known);
    routes.replace(ways, destination -> mtus.bytes(own, known.indexOf(destination)));
    if (changed + lost > 0) {
      trace.note(
          nowNanos,
          Operations.NOTED_BY,
          "routes",
          Note.of("reachable", ways.size()).and("changed", changed).and("lost", lost));
    }
  }

  /** Returns the network according to this node's database. */
  NetworkGraph graph() {
    return database.graph(new NetworkGraph.Vertex(address, name, ownNeighbours()));
  }

  /** Returns all link states, in a fixed order. */
  List<LinkStateDatabase.Entry> said() {
    return database.entries();
  }

  /** Returns the counters of link states by event. */
  SequencedMap<String, Long> counters() {
    SequencedMap<String, Long> facts = counts.facts();
    long resent = resentByFormerLinks;
    long givenUp = givenUpByFormerLinks;
    for (OwnLink link : links.values()) {
      resent += link.outbox.resent();
      givenUp += link.outbox.givenUp();
    }
    facts.put("resent", resent);
    facts.put("given-up", givenUp);
    return facts;
  }

  /** Returns how many link states, or neighbours in them, were refused as unproven, by link. */
  SequencedMap<String, Long> refusedByLink() {
    SequencedMap<String, Long> facts = new LinkedHashMap<>();
    links.values().stream()
        .filter(link -> link.refused > 0)
        .forEach(link -> facts.put(link.config.id().toString(), link.refused));
    return facts;
  }

  /** Returns the public keys of origins, by virtual address. */
  SequencedMap<Integer, byte[]> originKeys() {
    return proofs.known();
  }

  /** Returns the last link state refused as unproven; null if there was none. */
  RouteFacts.@Nullable Refused lastRefused() {
    return lastRefused;
  }

  /** Counts the destinations of the current table that are missing from the new routes. */
  private int lost(List<RoutingTable.Way> ways) {
    RoutingTable coming = new RoutingTable(List.of());
    coming.replace(ways, destination -> 0);
    int lost = 0;
    for (RoutingTable.Way way : routes.ways()) {
      lost += coming.toward(way.destination()) == null ? 1 : 0;
    }
    return lost;
  }
}
