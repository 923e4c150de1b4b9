// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import io.netty.buffer.ByteBufUtil;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.rdp.bind.RdpHost;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.ServiceContext;
import rani.wasm.CodeHash;
import rani.wasm.SandboxedCode;
import rani.wasm.capsule.PendingCode.Wanted;
import rani.wire.Address;
import rani.world.LinkId;
import rani.world.Note;

/** The codes that are fetched, verified and started, and the packets that wait for them. */
final class PendingCodes {
  private static final byte[] NO_CODE = {};
  private static final int NO_LINK = -1;

  private final ServiceContext node;
  private final CapsuleHost host;
  private final CapsuleSettings settings;
  private final CodeStore store;
  private final RunningCodes codes;
  private final RdpHost rdp;
  private final CapsuleCounts counts;
  private final Refusals refusals;
  private final SequencedMap<Wanted, PendingCode> pending = new LinkedHashMap<>();
  private final SequencedMap<CodeHash, String> services = new LinkedHashMap<>();
  private boolean stopped;
  private int waiting;
  private int preparing;

  PendingCodes(
      ServiceContext node,
      CapsuleHost host,
      CapsuleSettings settings,
      CodeStore store,
      RunningCodes codes,
      RdpHost rdp,
      CapsuleCounts counts) {
    this.node = node;
    this.host = host;
    this.settings = settings;
    this.store = store;
    this.codes = codes;
    this.rdp = rdp;
    this.counts = counts;
    this.refusals = new Refusals(settings.retryNanos());
  }

  CapsuleHost host() {
    return host;
  }

  long fetchNanos() {
    return settings.fetchNanos();
  }

  /** Decides on a capsule whose code does not run: usually it waits for that. */
  Fate withoutCode(long nowNanos, FrameView packet) {
    if (!packet.checksumHolds()) {
      return counts.refuse();
    }
    CodeHash hash = CapsuleHeader.hash(packet.frame(), packet.dataIndex());
    boolean carries = CapsuleHeader.carriesCode(packet.frame(), packet.dataIndex());
    Wanted wanted = Wanted.byCapsules(hash);
    LinkId link = packet.link();
    FetchFailure known = known(nowNanos, wanted, link);
    if (known != null && !(carries && known.isOfNeighbour())) {
      return counts.without(known);
    }
    if (link == null) {
      return counts.without(FetchFailure.NO_NEIGHBOUR); // a node's packets to itself do not wait
    }
    byte[] bytes = NO_CODE;
    PendingCode code = pending.get(wanted);
    if (carries && (code == null || code.isFetching()) && !store.has(hash)) {
      bytes = carriedCode(packet);
      if (!isNamed(hash, bytes)) {
        return counts.refuse();
      }
    }
    FetchFailure failure = waits(nowNanos, wanted, null, link, packet, bytes);
    return failure == null ? Fate.HOLD : counts.without(failure);
  }

  /** Decides on a packet for a service of the menu whose code is not here: usually it waits. */
  Fate withoutService(long nowNanos, FrameView packet) {
    if (!(node.service(packet.service()) instanceof FetchedProvider service)) {
      return counts.refuse();
    }
    Wanted wanted = Wanted.by(service);
    LinkId link = packet.link();
    FetchFailure failure = link == null ? FetchFailure.NO_NEIGHBOUR : known(nowNanos, wanted, link);
    if (failure == null && link != null) {
      failure = waits(nowNanos, wanted, service, link, packet, NO_CODE);
    }
    return failure == null
        ? Fate.HOLD
        : counts.withoutService(packet.destination() == node.address());
  }

  private @Nullable FetchFailure known(long nowNanos, Wanted wanted, @Nullable LinkId link) {
    return refusals.of(nowNanos, wanted, link == null ? NO_LINK : link.number());
  }

  /** Lets a packet wait for its code, with which it begins if need be. Returns why it does not. */
  private @Nullable FetchFailure waits(
      long nowNanos,
      Wanted wanted,
      @Nullable FetchedProvider service,
      LinkId link,
      FrameView packet,
      byte[] bytes) {
    PendingCode code = pending.get(wanted);
    if (code == null || bytes.length > 0 || (code.isFetching() && store.has(wanted.hash()))) {
      FetchFailure failure = begin(nowNanos, wanted, service, link, packet, bytes);
      if (failure != null) {
        return failure;
      }
      code = pending.get(wanted);
    }
    if (code == null) { // it was refused at once
      FetchFailure now = known(nowNanos, wanted, link);
      return now == null ? FetchFailure.BUSY : now;
    }
    return waits(code, link);
  }

  /** Begins with a code, or goes on with what a capsule carries. Returns why it does not. */
  private @Nullable FetchFailure begin(
      long nowNanos,
      Wanted wanted,
      @Nullable FetchedProvider service,
      LinkId link,
      FrameView packet,
      byte[] bytes) {
    PendingCode code = pending.get(wanted);
    if (code == null && hasTooMany(link)) {
      return FetchFailure.BUSY;
    }
    CodeStore.Stored stored = store.use(wanted.hash());
    if (stored == null && bytes.length > 0) {
      stored = store.put(wanted.hash(), bytes, Address.text(packet.source()));
      if (stored == null) {
        return FetchFailure.BUSY;
      }
      counts.carried++;
    }
    if (stored == null && packet.prevNode() != node.neighbour(link)) {
      return FetchFailure.NO_NEIGHBOUR;
    }
    if (code == null) {
      code = new PendingCode(nowNanos, this, wanted, service, link);
      pending.put(wanted, code);
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
    return Math.max(pending.size(), preparing) >= CapsuleLimits.PENDING_MAX
        || ofLink >= CapsuleLimits.PENDING_OF_LINK_MAX;
  }

  /** Counts codes that are prepared, those among them that were given up meanwhile. */
  void prepares(int more) {
    preparing += more;
  }

  private static boolean isNamed(CodeHash hash, byte[] code) {
    return code.length <= CapsuleLimits.CODE_BYTES_MAX && CodeHash.of(code).equals(hash);
  }

  private static byte[] carriedCode(FrameView packet) {
    int at = packet.dataIndex();
    int from = CapsuleHeader.codeIndex(packet.frame(), at);
    return ByteBufUtil.getBytes(packet.frame(), from, at + packet.dataLength() - from);
  }

  private @Nullable FetchFailure waits(PendingCode code, LinkId link) {
    Diversion channel = null;
    if (waiting < CapsuleLimits.WAITING_MAX && code.waiting() < CapsuleLimits.WAITING_OF_CODE_MAX) {
      try {
        channel = node.parking(link);
      } catch (IllegalStateException tooMany) {
        channel = null;
      }
    }
    if (channel == null || channel.isFull()) {
      return FetchFailure.BUSY;
    }
    code.add(channel);
    waiting++;
    return null;
  }

  /** Begins to fetch a code from the neighbour at its link; null if that cannot be begun. */
  @Nullable CodeFetch connect(long nowNanos, PendingCode code, long untilNanos) {
    int from = node.neighbour(code.link());
    if (from == 0 || stopped) {
      return null;
    }
    CodeFetch fetch = new CodeFetch(nowNanos, code, node.buffers(), code.hash(), untilNanos);
    node.note(
        nowNanos, "fetch", Note.of("hash", code.hash().brief()).and("from", Address.text(from)));
    try {
      fetch.uses(
          rdp.endpoint().connect(nowNanos, from, CapsuleLimits.PORT, settings.fetching(), fetch));
    } catch (IllegalStateException tooMany) {
      return null;
    }
    return fetch;
  }

  void hasFetched(long nowNanos, PendingCode code, byte[] bytes) {
    counts.fetched++;
    counts.fetchedBytes += bytes.length;
    node.note(
        nowNanos,
        "fetched",
        Note.of("hash", code.hash().brief())
            .and("bytes", bytes.length)
            .and("seconds", RdpHost.seconds(nowNanos - code.sinceNanos())));
    CodeStore.Stored stored = store.put(code.hash(), bytes, from(code));
    if (stored == null) {
      code.failed(nowNanos, FetchFailure.BUSY);
    } else {
      code.prepare(nowNanos, stored);
    }
  }

  /** Has the node start a code, or put it in the place of its service; false if it cannot now. */
  boolean start(long nowNanos, PendingCode code, CodeStore.Stored stored, SandboxedCode sandboxed) {
    if (stopped) {
      return false;
    }
    FetchedProvider service = code.service();
    if (service == null) {
      return codes.start(
          nowNanos, stored, sandboxed, code.link(), (refusal, now) -> code.started(now, refusal));
    }
    if (node.service(service.number()) != service) {
      return false; // an operator has put another entry on the menu, with other options
    }
    try {
      node.replaceService(
          sandboxed.provider(),
          (reply, now) -> {
            if (reply.ok() && services.put(code.hash(), sandboxed.provider().name()) == null) {
              stored.pin(); // neighbours will ask for it
            }
            code.started(now, reply.ok() ? "" : reply.message());
          });
    } catch (IllegalStateException tooOften) {
      return false;
    }
    return true;
  }

  void runs(long nowNanos, PendingCode code) {
    FetchedProvider service = code.service();
    RunningCodes.Running running = codes.find(code.hash());
    if (service != null) {
      runs(nowNanos, code, service.name(), service.number());
    } else if (running != null) {
      runs(nowNanos, code, running.name(), running.number());
    }
  }

  private void runs(long nowNanos, PendingCode code, String name, int number) {
    node.note(
        nowNanos,
        "running",
        Note.of("hash", code.hash().brief())
            .and("name", name)
            .and("number", number)
            .and("seconds", RdpHost.seconds(nowNanos - code.sinceNanos())));
  }

  void refuse(long nowNanos, PendingCode code, FetchFailure failure, String why) {
    refuse(nowNanos, code.wanted(), code.link().number(), failure, code.waiting(), from(code), why);
  }

  /** Gives up, as a code has stopped that ran. */
  Fate hasStopped(long nowNanos, CodeHash hash) {
    refuse(nowNanos, Wanted.byCapsules(hash), NO_LINK, FetchFailure.STOPPED, 0, "", "");
    return counts.without(FetchFailure.STOPPED);
  }

  private void refuse(
      long nowNanos,
      Wanted wanted,
      int link,
      FetchFailure failure,
      int waited,
      String from,
      String why) {
    refusals.add(nowNanos, wanted, link, failure, from, why);
    counts.refused(failure);
    Note note =
        Note.of("hash", wanted.hash().brief()).and("reason", failure.text()).and("waiting", waited);
    node.note(
        nowNanos, "refused", why.isEmpty() ? note : note.and("why", why.replaceAll("[^!-~]", "_")));
  }

  void forget(CodeStore.Stored stored) {
    store.forget(stored);
  }

  void ended(PendingCode code) {
    pending.remove(code.wanted(), code);
  }

  /** Lets capsules go on, each of which is shown to this service again. */
  void release(long nowNanos, List<PendingCode.Waiting> some) {
    waiting -= some.size();
    for (PendingCode.Waiting each : some) {
      boolean _ = node.release(nowNanos, each.channel(), each.number());
    }
    for (PendingCode.Waiting each : some) {
      if (each.channel().held() == 0) {
        node.close(nowNanos, each.channel()); // a channel counts as a diversion
      }
    }
  }

  /** Gives up what takes too long. */
  void look(long nowNanos) {
    List.copyOf(pending.values()).forEach(each -> each.look(nowNanos));
  }

  /** Returns when to {@link #look} next. */
  long deadlineNanos() {
    long earliest = Long.MAX_VALUE;
    for (PendingCode each : pending.values()) {
      earliest = Math.min(earliest, each.deadlineNanos());
    }
    return earliest;
  }

  List<PendingCode> all() {
    return List.copyOf(pending.values());
  }

  /** Returns the address of the neighbour that a code is fetched from. */
  String from(PendingCode code) {
    return Address.text(node.neighbour(code.link()));
  }

  /** Returns the latest refusal of each code that lasts, the latest codes first. */
  SequencedMap<CodeHash, Refusals.Refused> refused(long nowNanos) {
    return refusals.lasting(nowNanos);
  }

  /** Returns the name of the service of the menu that a code is for; null if it is for none. */
  @Nullable String name(Wanted wanted) {
    return node.service(wanted.number()) instanceof FetchedProvider service ? service.name() : null;
  }

  /** Returns the name of the service of the menu that has got this code; null if none has. */
  @Nullable String serviceOf(CodeHash hash) {
    return services.get(hash);
  }

  int waiting() {
    return waiting;
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  /** Ends the work, as the service stops. */
  void stop(long nowNanos) {
    stopped = true;
    List.copyOf(pending.values()).forEach(each -> each.stop(nowNanos));
    pending.clear();
  }
}
