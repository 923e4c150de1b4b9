// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConnection;
import rani.rdp.RdpCounts;
import rani.rdp.bind.RdpHost;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.service.Verb;
import rani.service.WordReader;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.wasm.CodeHash;
import rani.wasm.SandboxedCode;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.LinkId;
import rani.world.Note;
import rani.world.Reply;

/**
 * <b>capsule</b> - runs the code that packets name, and fetches it from where they came.
 *
 * <p>A capsule is an active datagram that names code in WebAssembly by its hash, and may carry it.
 * A node that has the code shows the capsule to it; the code is a service of its own then, which
 * its first capsule starts. A node that lacks it lets the capsule wait, and fetches the code over
 * RDP from the node that the capsule came from, once, however many capsules wait. What comes is
 * verified by its hash. So packets deploy a protocol along their own way. Which code runs is said
 * by the node's {@code code}; where none may, and at nodes without this service, capsules pass as
 * any packets do.
 *
 * <p>Everything is bounded: what is kept, what waits, what is fetched at a time and how long. Code
 * that is not used is given up when room is needed, the longest unused first, and stopped when no
 * capsule has asked for it for {@code code-idle}.
 *
 * <p><b>Facts.</b> {@code policy} (which code runs), {@code stored} (codes that are kept), {@code
 * stored-bytes}, {@code running} (codes that run), {@code waiting} (capsules that wait for code),
 * {@code ran} (capsules shown to their code), {@code passed} (those whose code may not run here),
 * {@code dropped} (those whose code cannot be had, or that found no room), {@code malformed},
 * {@code fetched} (codes from neighbours), {@code fetched-bytes}, {@code carried} (codes that came
 * in a capsule), {@code served} (codes given to neighbours), {@code served-bytes}, {@code sent}
 * (capsules that an operator had sent), {@code given-up} (codes that made room), {@code refused}
 * (codes that were not run, by reason), {@code rdp}. <b>Notes.</b> {@code sent} with hash, to,
 * count and carried; {@code fetch} with hash and from; {@code fetched} with hash, bytes and
 * seconds; {@code running} with hash, name, number and seconds; {@code refused} with hash, reason,
 * waiting (capsules that waited) and, if there is more to say, why.
 *
 * <p><b>Console.</b> {@code send CODE DEST} sends a capsule; CODE is a name that the option {@code
 * holds} has, or at least 8 digits of the hash of kept code, or all 64. Behind it may stand {@code
 * arguments=0a0b} (hexadecimal), {@code count=1} (to 10,000), {@code gap=100ms} and {@code
 * carry=false} (whether each carries its code). {@code codes} tells the kept ones.
 *
 * <p><b>Example.</b> {@code n1: {services: {capsule: {holds: counter}}}}, and in a schedule {@code
 * {at: 2s, node: n1, tell: {capsule: [send, counter, n8, count=3]}}}
 *
 * <p><b>See also.</b> docs/webassembly.md.
 */
public final class Capsule implements Service {
  /** The service's name. */
  public static final String NAME = "capsule";

  private static final byte[] NO_CODE = {};
  private static final int TIMER_RDP = 0;
  private static final int TIMER_WATCH = 1;
  private static final int TIMER_SEND_FIRST = 2;
  private static final int NO_LINK = -1;
  private static final long MILLI = 1_000_000;
  private static final String OF_FILE = "file";

  private final CapsuleHost host;
  private final CapsuleSettings settings;
  private final WordReader words;
  private final CodeStore store;
  private final Refusals refusals;
  private final SequencedMap<CodeHash, PendingCode> pending = new LinkedHashMap<>();
  private final List<CodeServing> serving = new ArrayList<>();
  private final SequencedMap<String, Long> refused = new LinkedHashMap<>();
  private final List<OrderReader.Named> held = new ArrayList<>();
  private @Nullable ServiceContext context;
  private @Nullable RdpHost rdp;
  private @Nullable RunningCodes codes;
  private @Nullable CapsuleSends sends;
  private boolean stopped;
  private long watchNanos = Long.MAX_VALUE;
  private int waiting;
  private long ran;
  private long passed;
  private long dropped;
  private long malformed;
  private long fetched;
  private long fetchedBytes;
  private long carried;
  private long served;
  private long servedBytes;
  private long sent;

  private Capsule(CapsuleHost host, CapsuleSettings settings, WordReader words) {
    this.host = host;
    this.settings = settings;
    this.words = words;
    this.store = new CodeStore(settings.storeBytes());
    this.refusals = new Refusals(settings.retryNanos());
  }

  private void hold(CapsuleHost.Module module) {
    CodeHash hash = CodeHash.of(module.code());
    CodeStore.Stored stored = store.put(hash, module.code(), OF_FILE);
    if (stored == null) {
      throw new IllegalArgumentException("the store has no room for `" + module.name() + "`");
    }
    stored.pin();
    held.add(new OrderReader.Named(module.name(), hash));
  }

  @Override
  public void start(long nowNanos, ServiceContext given) {
    context = given;
    codes = new RunningCodes(given, settings.idleNanos());
    sends = new CapsuleSends(given, TIMER_SEND_FIRST);
    RdpHost made = new RdpHost(given, TIMER_RDP, RdpHost.notes(given, false));
    made.endpoint().listen(CapsuleLimits.PORT, settings.rdp(), this::accept);
    rdp = made;
  }

  private ServiceContext node() {
    return Objects.requireNonNull(context, "the service has not started");
  }

  private RunningCodes codes() {
    return Objects.requireNonNull(codes, "the service has not started");
  }

  private CapsuleSends sends() {
    return Objects.requireNonNull(sends, "the service has not started");
  }

  private RdpHost rdp() {
    return Objects.requireNonNull(rdp, "the service has not started");
  }

  CapsuleHost host() {
    return host;
  }

  long fetchNanos() {
    return settings.fetchNanos();
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    if (packet.service() == 0) {
      return rdp().onPacket(nowNanos, packet);
    }
    if (!CapsuleHeader.isIn(packet)) {
      malformed++;
      return Fate.REFUSE;
    }
    if (host.policy() == CodePolicy.NONE) {
      passed++;
      return Fate.FORWARD;
    }
    RunningCodes.Running code = codes().find(packet.frame(), packet.dataIndex());
    if (code == null) {
      Fate fate = withoutCode(nowNanos, packet);
      watch(nowNanos);
      return fate;
    }
    if (!node().handOver(code.number())) {
      return hasStopped(nowNanos, code);
    }
    ran++;
    code.used(nowNanos);
    return Fate.FORWARD; // unless the code says otherwise
  }

  /** Capsules pass for a while without code that was suspended, or stopped by an operator. */
  private Fate hasStopped(long nowNanos, RunningCodes.Running code) {
    refuse(nowNanos, code.hash(), NO_LINK, FetchFailure.STOPPED, 0, "");
    codes().giveUp(code);
    return fate(FetchFailure.STOPPED);
  }

  private Fate withoutCode(long nowNanos, FrameView packet) {
    if (!packet.checksumHolds()) {
      malformed++;
      return Fate.REFUSE;
    }
    CodeHash hash = CapsuleHeader.hash(packet.frame(), packet.dataIndex());
    boolean carries = CapsuleHeader.carriesCode(packet.frame(), packet.dataIndex());
    LinkId link = packet.link();
    FetchFailure known = refusals.of(nowNanos, hash, link == null ? NO_LINK : link.number());
    if (known != null && !(carries && known.isOfNeighbour())) {
      return fate(known);
    }
    if (link == null) {
      return fate(FetchFailure.NO_NEIGHBOUR); // a node's packets to itself do not wait
    }
    PendingCode code = pending.get(hash);
    if (code == null || (carries && code.isFetching())) {
      byte[] bytes = carries && !store.has(hash) ? carriedCode(packet) : NO_CODE;
      if (bytes.length > 0 && !isNamed(hash, bytes)) {
        malformed++;
        return Fate.REFUSE;
      }
      FetchFailure failure = begin(nowNanos, hash, link, packet, bytes);
      if (failure != null) {
        return fate(failure);
      }
      code = pending.get(hash);
    }
    if (code == null) { // it was refused at once
      FetchFailure now = refusals.of(nowNanos, hash, link.number());
      return fate(now == null ? FetchFailure.BUSY : now);
    }
    return waits(code, link);
  }

  private Fate fate(FetchFailure failure) {
    if (failure.letsPass()) {
      passed++;
      return Fate.FORWARD;
    }
    dropped++;
    return Fate.DISCARD;
  }

  /** Begins with a code, or goes on with what a capsule carries. Returns why it does not. */
  private @Nullable FetchFailure begin(
      long nowNanos, CodeHash hash, LinkId link, FrameView packet, byte[] bytes) {
    PendingCode code = pending.get(hash);
    if (code == null && hasTooMany(link)) {
      return FetchFailure.BUSY;
    }
    CodeStore.Stored stored = store.use(hash);
    if (stored == null && bytes.length > 0) {
      stored = store.put(hash, bytes, Address.text(packet.source()));
      if (stored == null) {
        return FetchFailure.BUSY;
      }
      carried++;
    }
    if (stored == null && packet.prevNode() != node().neighbour(link)) {
      return FetchFailure.NO_NEIGHBOUR;
    }
    if (code == null) {
      code = new PendingCode(nowNanos, this, hash, link);
      pending.put(hash, code);
    }
    if (stored == null) {
      code.fetch(nowNanos);
    } else {
      code.prepare(nowNanos, stored);
    }
    return null;
  }

  private boolean hasTooMany(LinkId link) {
    long ofLink = pending.values().stream().filter(each -> each.link().equals(link)).count();
    return pending.size() >= CapsuleLimits.PENDING_MAX
        || ofLink >= CapsuleLimits.PENDING_OF_LINK_MAX;
  }

  private static boolean isNamed(CodeHash hash, byte[] code) {
    return code.length <= CapsuleLimits.CODE_BYTES_MAX && CodeHash.of(code).equals(hash);
  }

  private static byte[] carriedCode(FrameView packet) {
    int at = packet.dataIndex();
    int from = CapsuleHeader.codeIndex(packet.frame(), at);
    return ByteBufUtil.getBytes(packet.frame(), from, at + packet.dataLength() - from);
  }

  private Fate waits(PendingCode code, LinkId link) {
    Diversion channel = null;
    if (waiting < CapsuleLimits.WAITING_MAX && code.waiting() < CapsuleLimits.WAITING_OF_CODE_MAX) {
      try {
        channel = node().parking(link);
      } catch (IllegalStateException tooMany) {
        channel = null;
      }
    }
    if (channel == null || channel.isFull()) {
      return fate(FetchFailure.BUSY);
    }
    code.add(channel);
    waiting++;
    return Fate.HOLD;
  }

  // What a pending code asks for and tells.

  /** Begins to fetch a code from the neighbour at its link; null if that cannot be begun. */
  @Nullable CodeFetch connect(long nowNanos, PendingCode code, long untilNanos) {
    int from = node().neighbour(code.link());
    if (from == 0 || stopped) {
      return null;
    }
    CodeFetch fetch = new CodeFetch(nowNanos, code, node().buffers(), code.hash(), untilNanos);
    node()
        .note(
            nowNanos,
            "fetch",
            Note.of("hash", code.hash().brief()).and("from", Address.text(from)));
    try {
      fetch.uses(
          rdp().endpoint().connect(nowNanos, from, CapsuleLimits.PORT, settings.fetching(), fetch));
    } catch (IllegalStateException tooMany) {
      return null;
    }
    return fetch;
  }

  void hasFetched(long nowNanos, PendingCode code, byte[] bytes) {
    fetched++;
    fetchedBytes += bytes.length;
    node()
        .note(
            nowNanos,
            "fetched",
            Note.of("hash", code.hash().brief())
                .and("bytes", bytes.length)
                .and("seconds", RdpHost.seconds(nowNanos - code.sinceNanos())));
    CodeStore.Stored stored =
        store.put(code.hash(), bytes, Address.text(node().neighbour(code.link())));
    if (stored == null) {
      code.failed(nowNanos, FetchFailure.BUSY);
    } else {
      code.prepare(nowNanos, stored);
    }
  }

  boolean start(long nowNanos, PendingCode code, CodeStore.Stored stored, SandboxedCode sandboxed) {
    return !stopped
        && codes().start(nowNanos, stored, sandboxed, (refusal, now) -> code.started(now, refusal));
  }

  void runs(long nowNanos, PendingCode code) {
    RunningCodes.Running running = codes().find(code.hash());
    if (running != null) {
      node()
          .note(
              nowNanos,
              "running",
              Note.of("hash", code.hash().brief())
                  .and("name", running.name())
                  .and("number", running.number())
                  .and("seconds", RdpHost.seconds(nowNanos - code.sinceNanos())));
    }
  }

  void refuse(long nowNanos, PendingCode code, FetchFailure failure, String why) {
    refuse(nowNanos, code.hash(), code.link().number(), failure, code.waiting(), why);
  }

  private void refuse(
      long nowNanos, CodeHash hash, int link, FetchFailure failure, int waited, String why) {
    refusals.add(nowNanos, hash, link, failure);
    refused.merge(failure.text(), 1L, Long::sum);
    Note note = Note.of("hash", hash.brief()).and("reason", failure.text()).and("waiting", waited);
    node()
        .note(
            nowNanos,
            "refused",
            why.isEmpty() ? note : note.and("why", why.replaceAll("[^!-~]", "_")));
  }

  void forget(CodeStore.Stored stored) {
    store.forget(stored);
  }

  void ended(PendingCode code) {
    pending.remove(code.hash(), code);
  }

  /** Lets capsules go on, each of which is shown to this service again. */
  void release(long nowNanos, List<PendingCode.Waiting> some) {
    waiting -= some.size();
    for (PendingCode.Waiting each : some) {
      boolean _ = node().release(nowNanos, each.channel(), each.number());
    }
    for (PendingCode.Waiting each : some) {
      if (each.channel().held() == 0) {
        node().close(nowNanos, each.channel()); // a channel counts as a diversion
      }
    }
  }

  // What neighbours fetch.

  private @Nullable RdpApplication accept(long nowNanos, RdpConnection connection) {
    int from = connection.remoteAddress();
    long ofNeighbour = serving.stream().filter(each -> each.neighbour() == from).count();
    if (node().linkTo(from) == null
        || serving.size() >= CapsuleLimits.SERVED_MAX
        || ofNeighbour >= CapsuleLimits.SERVED_TO_NEIGHBOUR_MAX) {
      return null;
    }
    CodeServing made =
        new CodeServing(nowNanos, from, node().buffers(), this::serve, serving::remove);
    serving.add(made);
    watch(nowNanos);
    return made;
  }

  private CodeStore.@Nullable Stored serve(CodeHash hash) {
    CodeStore.Stored stored = store.use(hash);
    if (stored != null) {
      served++;
      servedBytes += stored.code().length;
    }
    return stored;
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    if (timer == TIMER_RDP) {
      rdp().onWake(nowNanos);
    } else if (timer == TIMER_WATCH) {
      watchNanos = Long.MAX_VALUE;
      List.copyOf(pending.values()).forEach(each -> each.look(nowNanos));
      List.copyOf(serving).forEach(each -> each.look(nowNanos));
      codes().look(nowNanos);
    } else {
      sends().wake(nowNanos, timer);
      sent++;
    }
    watch(nowNanos);
  }

  /** Sets the timer for what ends first, if that is earlier than it was. */
  private void watch(long nowNanos) {
    long earliest = codes().deadlineNanos();
    for (PendingCode each : pending.values()) {
      earliest = Math.min(earliest, each.deadlineNanos());
    }
    for (CodeServing each : serving) {
      earliest = Math.min(earliest, each.deadlineNanos());
    }
    if (earliest < watchNanos) {
      watchNanos = earliest;
      node().setTimer(TIMER_WATCH, Math.max(earliest, nowNanos + MILLI));
    }
  }

  // What an operator asks for.

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    return switch (verb) {
      case "send" -> send(nowNanos, arguments);
      case "codes" -> Reply.of(new Codes(shownCodes()));
      default -> Service.super.onCommand(nowNanos, verb, arguments);
    };
  }

  private Reply send(long nowNanos, List<String> arguments) {
    CapsuleSends.Order order;
    try {
      order = new OrderReader(node(), words, store, held).read(arguments);
    } catch (IllegalArgumentException wrong) {
      return Reply.refused(String.valueOf(wrong.getMessage()));
    }
    if (!sends().begin(nowNanos, order)) {
      return Reply.refused("at most " + CapsuleLimits.SENDS_MAX + " orders are sent at a time");
    }
    sent++;
    node()
        .note(
            nowNanos,
            "sent",
            Note.of("hash", order.hash().brief())
                .and("to", Address.text(order.to()))
                .and("count", order.count())
                .and("carried", order.carriesCode()));
    return Reply.of(new Sent(order.hash().hex(), Address.text(order.to()), order.count()));
  }

  @Override
  public void stop(long nowNanos) {
    stopped = true;
    List.copyOf(pending.values()).forEach(each -> each.stop(nowNanos));
    pending.clear();
    if (codes != null) {
      codes.stopAll();
    }
    if (rdp != null) {
      rdp.stop(nowNanos);
    }
  }

  @Override
  public long heldBuffers() {
    return rdp == null ? 0 : rdp.heldBuffers();
  }

  @Override
  public boolean isBusy() {
    return !pending.isEmpty() || sends().isBusy();
  }

  /** A kept code; {@code name} is of the service that it runs as, or its name in the file. */
  public record Kept(
      String hash,
      @Nullable String name,
      int bytes,
      String origin,
      long uses,
      boolean running,
      long capsules)
      implements Facts {}

  /** The kept codes, the longest unused first. */
  public record Codes(List<Kept> codes) implements Facts {}

  private record Sent(String hash, String to, int count) implements Facts {}

  private List<Kept> shownCodes() {
    return store.all().stream().map(this::kept).toList();
  }

  private Kept kept(CodeStore.Stored stored) {
    RunningCodes.Running running = codes().find(stored.hash());
    String name =
        running != null
            ? running.name()
            : held.stream()
                .filter(each -> each.hash().equals(stored.hash()))
                .map(OrderReader.Named::name)
                .findFirst()
                .orElse(null);
    return new Kept(
        stored.hash().hex(),
        name,
        stored.code().length,
        stored.origin(),
        stored.uses(),
        running != null,
        running == null ? 0 : running.capsules());
  }

  /** Facts of the service. */
  public record Shown(
      String policy,
      int stored,
      long storedBytes,
      int running,
      int waiting,
      long ran,
      long passed,
      long dropped,
      long malformed,
      long fetched,
      long fetchedBytes,
      long carried,
      long served,
      long servedBytes,
      long sent,
      long givenUp,
      SequencedMap<String, Long> refused,
      @Nullable RdpCounts rdp)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(
        host.policy().text(),
        store.size(),
        store.bytes(),
        codes == null ? 0 : codes.running().size(),
        waiting,
        ran,
        passed,
        dropped,
        malformed,
        fetched,
        fetchedBytes,
        carried,
        served,
        servedBytes,
        sent,
        store.evicted(),
        new LinkedHashMap<>(refused),
        rdp == null ? null : rdp.facts());
  }

  /** The kind of this service. Without a host no code runs, and none is held. */
  public static final class Provider extends NamedProvider {
    private final @Nullable CapsuleHost host;

    public Provider() {
      this(null);
    }

    public Provider(@Nullable CapsuleHost host) {
      super(CapsuleLimits.NUMBER, NAME, ServiceProvider.Reach.EVERY_HOP);
      this.host = host;
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          send CODE DEST … | sends capsules; CODE is a name or a hash, DEST a node's name or address
          codes | tells which codes are kept, whence they came, and which run
          """);
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark("sent", Kind.TRIGGER, "{count} capsules of {hash} leave for {to}"),
          new NoteMark("fetch", Kind.MESSAGE, "from", "asks {from} for code {hash}", null),
          new NoteMark("fetched", Kind.NOTE, "has code {hash}, {bytes B}, after {seconds s}"),
          new NoteMark("running", Kind.CHANGE, "code {hash} runs as {name}, after {seconds s}"),
          new NoteMark(
              "refused",
              Kind.FAULT,
              "code {hash} does not run: {reason}[, {why}]; {waiting} capsules waited"));
    }

    @Override
    public List<MetricRow> metrics() {
      return CapsuleMetrics.ROWS;
    }

    @Override
    public ServiceMetrics measure(ObservedRun run) {
      return new CapsuleMetrics();
    }

    @Override
    public Service create(OptionReader options) {
      CapsuleHost given =
          host == null
              ? new CapsuleHost(
                  CodePolicy.NONE, SandboxedCode::of, CapsuleHost.Preparation.AT_ONCE, List.of())
              : host;
      List<String> names =
          options.value(
              "holds",
              "",
              text -> names(text, host),
              "Modules of the file that the node can send, and gives to neighbours.");
      Capsule made = new Capsule(given, CapsuleSettings.read(options), options.words());
      for (String name : names) {
        given.modules().stream()
            .filter(module -> module.name().equals(name))
            .findFirst()
            .ifPresent(made::hold);
      }
      return made;
    }

    private static List<String> names(String text, @Nullable CapsuleHost host) {
      List<String> names =
          Stream.of(text.split(",", -1)).map(String::strip).filter(n -> !n.isEmpty()).toList();
      List<String> known =
          host == null ? names : host.modules().stream().map(CapsuleHost.Module::name).toList();
      for (String name : names) {
        if (!known.contains(name)) {
          throw new IllegalArgumentException(
              "no module `"
                  + name
                  + "`; "
                  + (known.isEmpty()
                      ? "the file has none"
                      : "there is " + String.join(", ", known)));
        }
      }
      return names;
    }
  }
}
