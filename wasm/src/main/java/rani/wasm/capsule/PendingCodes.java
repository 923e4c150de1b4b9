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
import rani.wire.Address;
import rani.world.LinkId;
import rani.world.Note;

/** The codes that are fetched, verified and started, and the capsules that wait for them. */
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
  private final SequencedMap<CodeHash, PendingCode> pending = new LinkedHashMap<>();
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
    LinkId link = packet.link();
    FetchFailure known = refusals.of(nowNanos, hash, link == null ? NO_LINK : link.number());
    if (known != null && !(carries && known.isOfNeighbour())) {
      return counts.without(known);
    }
    if (link == null) {
      return counts.without(FetchFailure.NO_NEIGHBOUR); // a node's packets to itself do not wait
    }
    PendingCode code = pending.get(hash);
    if (code == null || (carries && code.isFetching())) {
      byte[] bytes = carries && !store.has(hash) ? carriedCode(packet) : NO_CODE;
      if (bytes.length > 0 && !isNamed(hash, bytes)) {
        return counts.refuse();
      }
      FetchFailure failure = begin(nowNanos, hash, link, packet, bytes);
      if (failure != null) {
        return counts.without(failure);
      }
      code = pending.get(hash);
    }
    if (code == null) { // it was refused at once
      FetchFailure now = refusals.of(nowNanos, hash, link.number());
      return counts.without(now == null ? FetchFailure.BUSY : now);
    }
    return waits(code, link);
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
      counts.carried++;
    }
    if (stored == null && packet.prevNode() != node.neighbour(link)) {
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

  private Fate waits(PendingCode code, LinkId link) {
    Diversion channel = null;
    if (waiting < CapsuleLimits.WAITING_MAX && code.waiting() < CapsuleLimits.WAITING_OF_CODE_MAX) {
      try {
        channel = node.parking(link);
      } catch (IllegalStateException tooMany) {
        channel = null;
      }
    }
    if (channel == null || channel.isFull()) {
      return counts.without(FetchFailure.BUSY);
    }
    code.add(channel);
    waiting++;
    return Fate.HOLD;
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

  boolean start(long nowNanos, PendingCode code, CodeStore.Stored stored, SandboxedCode sandboxed) {
    return !stopped
        && codes.start(nowNanos, stored, sandboxed, (refusal, now) -> code.started(now, refusal));
  }

  void runs(long nowNanos, PendingCode code) {
    RunningCodes.Running running = codes.find(code.hash());
    if (running != null) {
      node.note(
          nowNanos,
          "running",
          Note.of("hash", code.hash().brief())
              .and("name", running.name())
              .and("number", running.number())
              .and("seconds", RdpHost.seconds(nowNanos - code.sinceNanos())));
    }
  }

  void refuse(long nowNanos, PendingCode code, FetchFailure failure, String why) {
    refuse(nowNanos, code.hash(), code.link().number(), failure, code.waiting(), from(code), why);
  }

  /** Gives up, as a code has stopped that ran. */
  Fate hasStopped(long nowNanos, CodeHash hash) {
    refuse(nowNanos, hash, NO_LINK, FetchFailure.STOPPED, 0, "", "");
    return counts.without(FetchFailure.STOPPED);
  }

  private void refuse(
      long nowNanos,
      CodeHash hash,
      int link,
      FetchFailure failure,
      int waited,
      String from,
      String why) {
    refusals.add(nowNanos, hash, link, failure, from, why);
    counts.refused(failure);
    Note note = Note.of("hash", hash.brief()).and("reason", failure.text()).and("waiting", waited);
    node.note(
        nowNanos, "refused", why.isEmpty() ? note : note.and("why", why.replaceAll("[^!-~]", "_")));
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
