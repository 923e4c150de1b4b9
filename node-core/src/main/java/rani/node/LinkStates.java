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
import rani.wire.ServiceMessage.LinkState;
import rani.wire.ServiceMessage.LinkState.Neighbour;
import rani.wire.ServiceMessage.LinkStateAck;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Note;
import rani.world.Timers;

/**
 * Link-state routing: what this node's hellos find out it tells all others, and what they tell
 * becomes its routes.
 *
 * <p><b>Until something changes nothing is said.</b> Every node knows the network's file, and until
 * traffic begins ({@link Command.Go}) it believes it; so links that come up for the first time are
 * no news. From then on a node's links are those that hello finds up. A node that the file does not
 * know, because it was added to a running network, believes nothing and says all.
 *
 * <p><b>Flooding.</b> A node whose neighbours are others than it said last makes a new {@link
 * LinkState} with the next sequence and sends it to all its neighbours; a node that takes it for
 * newer than what it knows passes it on to all but the one it came from, and acknowledges it
 * ({@link LinkStateOutbox} repeats what is not). A link that comes up is told everything that was
 * ever said, so a healed network is whole again; and so is a neighbour that may have begun again
 * while its link stayed up. A node that hears itself with a newer sequence than its own, as after a
 * restart, makes one jump past it. If the other's age says that it was said while this node ran,
 * another speaks in its name, and the node says so ({@code origin-contested}).
 *
 * <p><b>Evidence.</b> Nothing but what the file or an operation made is believed ({@link
 * MadeLinks}), no matter who says it: so what is kept of others, and what is computed of it, is
 * bounded by the network itself. In a network with keys an origin signs what it says, and only what
 * it signed is taken for its word ({@link OriginProofs}).
 *
 * <p><b>Routes.</b> Two nodes are linked if both say so; paths are {@link ShortestPaths}. A change
 * of the node's own links is computed at once, and what others tell, too, unless there is a storm
 * of it: {@link #COMPUTATIONS_AT_ONCE_MAX}, {@link #COMPUTE_NANOS_MIN}.
 *
 * <p>Without the network's file ({@link NodeConfig#network}) routes are those of the configuration
 * and never change.
 */
public final class LinkStates implements LinkHello.Watcher {
  /** What a node said is forgotten when it is this old: three times missed, and a little. */
  public static final long AGE_NANOS_MAX = 200_000_000_000L;

  /** A node that has ever said something says it again after this time. */
  public static final long REFRESH_NANOS = 60_000_000_000L;

  /** Between two link states of a node; what changes meanwhile is in the second. */
  public static final long SAY_NANOS_MIN = 200_000_000;

  /** A newer link state is refused if the last of its kind was taken less than this ago. */
  public static final long ARRIVAL_NANOS_MIN = 50_000_000;

  /** Between two computations of the routes because of what other nodes say, in a storm of it. */
  public static final long COMPUTE_NANOS_MIN = 50_000_000;

  /** How many computations may follow each other at once, so that no node lags behind others. */
  public static final int COMPUTATIONS_AT_ONCE_MAX = 8;

  /**
   * How much later than it was a link state may seem to have been said, since its age does not
   * count the time that it spent on wires.
   */
  public static final long WIRES_NANOS_MAX = 10_000_000_000L;

  /** How many words of a node's own, newer than any it said, it takes for its earlier life's. */
  public static final int EARLIER_WORDS_MAX = 3;

  /** Between two events that tell of another who speaks in the node's name. */
  public static final long CONTESTED_NANOS_MIN = 1_000_000_000;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int MILLI_DIGITS = 3;

  private final String name;
  private final int address;
  private final @Nullable NetworkGraph file;
  private final MadeLinks made;
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
  private LinkStateCounts.@Nullable Refused lastRefused;
  private long resentByFormerLinks;
  private long givenUpByFormerLinks;
  private long computingPaidUntilNanos = Long.MIN_VALUE;
  private long computesNanos = Timers.NEVER;
  private long expiresNanos = Timers.NEVER;

  /** One of the node's own links. */
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
    this.made = new MadeLinks(begun, address, this::isOwnNeighbour);
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
    for (OwnLink link : links.values()) {
      if (link.config.neighbour() == other) {
        return true;
      }
    }
    return false;
  }

  /** The node begins to run, or does again under its name. */
  void start(long nowNanos) {
    startedNanos = nowNanos;
  }

  /** What this node says is signed, before it says anything. */
  void sign(OriginKeys keys) {
    proofs.signWith(keys);
  }

  /**
   * Which nodes and links the file and operations have made by now; see {@link MadeLinks}.
   *
   * @param keys of origins, by virtual address, where they are new or others than before
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

  /** Whether the node routes by link states at all. */
  public boolean isRouting() {
    return file != null;
  }

  /** Traffic begins: from now on a link counts only while hello finds it up. */
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

  /** Nothing is said any more. */
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
      // Last, for what the node has just said takes the place of what it said before.
      link.outbox.addAll(nowNanos, database.liveKeys());
    }
  }

  /**
   * What the neighbour has acknowledged it may not know any more: it is told all once more, as if
   * the link had just come up.
   */
  @Override
  public void mayHaveForgotten(long nowNanos, LinkId id) {
    OwnLink link = links.get(id.number());
    if (file != null && link != null && link.up) {
      link.outbox.addAll(nowNanos, database.liveKeys());
    }
  }

  /**
   * The node has got a link. It counts from when hello finds it up.
   *
   * @throws IllegalArgumentException if there is one of its number
   */
  void linkAdded(long nowNanos, LinkConfig link) {
    if (links.containsKey(link.id().number())) {
      throw new IllegalArgumentException("there is a " + link.id() + " already");
    }
    links.put(link.id().number(), own(link, false));
  }

  /** The node has lost a link for good; nothing happens if it had none of that number. */
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

  /** To whom a link counts, in the order of the lowest link to each. */
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

  /** The lowest link that counts to a neighbour; null if none does. */
  @Nullable LinkId linkTo(int neighbour) {
    for (OwnLink link : links.values()) {
      if (link.counts() && link.config.neighbour() == neighbour) {
        return link.config.id();
      }
    }
    return null;
  }

  /** Says who the neighbours are, if that is news, or time to say it again. */
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
    counts.said++;
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

  /** Tells all neighbours but one. */
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
    counts.sent++;
    sender.send(nowNanos, link, entry.aged(nowNanos));
    return true;
  }

  /**
   * A neighbour says what it or another node has said of itself.
   *
   * @param signature that came with it; null if none did
   * @return false if it makes no sense
   */
  boolean heard(long nowNanos, LinkId id, LinkState state, byte @Nullable [] signature) {
    OwnLink link = links.get(id.number());
    if (file == null || link == null) {
      return false;
    }
    counts.received++;
    if (state.neighbours().stream().anyMatch(to -> to.address() == state.origin())) {
      counts.refusedMalformed++;
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
        counts.refusedStale++;
        database.takeAgain(nowNanos, state);
        link.outbox.remove(nowNanos, key);
        acknowledge(nowNanos, link, state);
      }
      case OLDER -> {
        counts.refusedStale++;
        answer(nowNanos, link, key);
      }
      case TOO_SOON -> counts.refusedTooSoon++; // it comes again: it is not acknowledged
      case TOO_OLD -> counts.refusedTooOld++;
      case UNKNOWN -> { // nor is it acknowledged: its operator's word may be on its way
        counts.refusedUnknownOrigin++;
        refused(link, "unknown-origin", 1, state, null);
      }
    }
    return true;
  }

  /** Counts what is not proven. */
  private OriginProofs.Verdict verdict(
      long nowNanos, OwnLink link, LinkState state, byte @Nullable [] signature) {
    OriginProofs.Verdict verdict = proofs.judge(nowNanos, link.verifying, state, signature);
    switch (verdict) {
      case PROVEN -> {}
      case FORGED -> {
        counts.refusedSignature++;
        refused(link, "signature", 1, state, null);
      }
      case LATER -> counts.refusedUnverified++; // it comes again: it is not acknowledged
    }
    return verdict;
  }

  private void take(long nowNanos, OwnLink link, LinkState state, byte @Nullable [] signature) {
    long key = LinkStateDatabase.key(state.origin(), state.part());
    link.outbox.remove(nowNanos, key);
    acknowledge(nowNanos, link, state);
    counts.taken++;
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
      counts.refusedUnknownLink += claims;
      refused(by, "unknown-link", claims, state, made.firstUnknown(state));
    }
  }

  private void refused(
      OwnLink by, String reason, int count, LinkState state, @Nullable Neighbour neighbour) {
    by.refused += count;
    lastRefused =
        new LinkStateCounts.Refused(
            reason, by.config.id(), state.origin(), neighbour == null ? 0 : neighbour.address());
  }

  /** After a restart the network remembers more of this node than it does itself. */
  private void heardOfItself(
      long nowNanos, OwnLink link, LinkState state, byte @Nullable [] signature) {
    int part = state.part();
    LinkStateDatabase.Entry own = database.find(LinkStateDatabase.key(address, part));
    if (own != null && LinkStateDatabase.isNewer(own.sequence(), state.sequence())) {
      counts.refusedStale++;
      answer(nowNanos, link, LinkStateDatabase.key(address, part));
      return;
    }
    if (state.ageMillis() * NANOS_PER_MILLI >= AGE_NANOS_MAX) {
      counts.refusedTooOld++;
      return;
    }
    boolean asSaid = own != null && own.sequence() == state.sequence() && own.saysTheSame(state);
    boolean answered =
        overtaken[part] && !LinkStateDatabase.isNewer(state.sequence(), sequences[part]);
    if (asSaid || answered) {
      acknowledge(nowNanos, link, state);
      counts.refusedStale++;
      link.outbox.remove(nowNanos, LinkStateDatabase.key(address, part));
      return;
    }
    OriginProofs.Verdict verdict = verdict(nowNanos, link, state, signature);
    boolean proven = verdict == OriginProofs.Verdict.PROVEN;
    if (verdict == OriginProofs.Verdict.FORGED || (proven && !isOfEarlierLife(nowNanos, state))) {
      contested(nowNanos, link, state, own == null ? 0 : own.sequence());
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

  /** Whether this node may have said it before it was started; it cannot know what it said then. */
  private boolean isOfEarlierLife(long nowNanos, LinkState state) {
    long ageNanos = state.ageMillis() * NANOS_PER_MILLI;
    return ageNanos + WIRES_NANOS_MAX >= nowNanos - startedNanos
        && ++earlierWords[state.part()] <= EARLIER_WORDS_MAX;
  }

  private void contested(long nowNanos, OwnLink link, LinkState state, int ownSequence) {
    counts.contested++;
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

  /** Tells a neighbour that knows less, unless that is on its way. */
  private void answer(long nowNanos, OwnLink link, long key) {
    if (link.up && !link.outbox.contains(key)) {
      link.outbox.add(nowNanos, key);
    }
  }

  /**
   * A neighbour has what it was told.
   *
   * @return false if that makes no sense
   */
  boolean acknowledged(long nowNanos, LinkId id, LinkStateAck ack) {
    OwnLink link = links.get(id.number());
    if (file == null || link == null) {
      return false;
    }
    counts.acknowledged++;
    long key = LinkStateDatabase.key(ack.origin(), ack.part());
    LinkStateDatabase.Entry entry = database.find(key);
    if (entry != null && !LinkStateDatabase.isNewer(entry.sequence(), ack.sequence())) {
      link.outbox.remove(nowNanos, key);
    }
    return true;
  }

  /** A message to the node itself could not be read. */
  void malformed() {
    counts.refusedMalformed++;
  }

  private void expire(long nowNanos) {
    int expired = database.expire(nowNanos);
    counts.expired += expired;
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
    counts.computed++;
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

  /** The network as this node knows it now. */
  NetworkGraph graph() {
    return database.graph(new NetworkGraph.Vertex(address, name, ownNeighbours()));
  }

  /** What nodes have said of themselves, in a fixed order. */
  List<LinkStateDatabase.Entry> said() {
    return database.entries();
  }

  /** What was sent, taken and refused. */
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

  /** How many link states, or neighbours in them, were refused for want of evidence, by link. */
  SequencedMap<String, Long> refusedByLink() {
    SequencedMap<String, Long> facts = new LinkedHashMap<>();
    for (OwnLink link : links.values()) {
      if (link.refused > 0) {
        facts.put(link.config.id().toString(), link.refused);
      }
    }
    return facts;
  }

  /** The public keys by which origins' signatures are verified, by virtual address. */
  SequencedMap<Integer, byte[]> originKeys() {
    return proofs.known();
  }

  /** The last of them; null if there was none. */
  LinkStateCounts.@Nullable Refused lastRefused() {
    return lastRefused;
  }

  /** How many destinations of the present table are not among the ways. */
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
