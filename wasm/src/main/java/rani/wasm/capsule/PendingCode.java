// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.wasm.CodeHash;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;
import rani.world.LinkId;

/**
 * A code that is fetched, verified, compiled and started, and the capsules that wait for it. It is
 * fetched from one neighbour at a time, of those by which capsules came.
 */
final class PendingCode implements CodeFetch.User {
  private final PendingCodes all;
  private final Wanted wanted;
  private final @Nullable FetchedProvider service;
  private final long sinceNanos;
  private final List<Waiting> waiting = new ArrayList<>();
  private LinkId link;
  private @Nullable CodeFetch fetch;
  private CodeStore.@Nullable Stored stored;
  private long untilNanos;
  private volatile boolean over; // the thread that prepares code looks whether it is needed

  /** A capsule in the channel of its link. */
  record Waiting(Diversion channel, long number) {}

  /** The result of {@link #prepared}: code, or why there is none. */
  private record Prepared(@Nullable SandboxedCode code, String refusal) {}

  /** Makes the beginning for a packet that came by a link; no service if it is a capsule. */
  PendingCode(
      long nowNanos,
      PendingCodes all,
      Wanted wanted,
      @Nullable FetchedProvider service,
      LinkId link) {
    this.all = all;
    this.wanted = wanted;
    this.service = service;
    this.link = link;
    this.sinceNanos = nowNanos;
  }

  /** A code for capsules, or for a service of the menu by its number. */
  record Wanted(CodeHash hash, int number) {
    static Wanted byCapsules(CodeHash hash) {
      return new Wanted(hash, CapsuleLimits.NUMBER);
    }

    static Wanted by(FetchedProvider service) {
      return new Wanted(service.hash(), service.number());
    }
  }

  Wanted wanted() {
    return wanted;
  }

  CodeHash hash() {
    return wanted.hash;
  }

  /** Returns the service of the menu that waits for the code; null if capsules do. */
  @Nullable FetchedProvider service() {
    return service;
  }

  /** Returns the link for whose capsules the node is at work. */
  LinkId link() {
    return link;
  }

  long sinceNanos() {
    return sinceNanos;
  }

  int waiting() {
    return waiting.size();
  }

  boolean isFetching() {
    return fetch != null;
  }

  void add(Diversion channel) {
    waiting.add(new Waiting(channel, channel.nextNumber()));
  }

  /** Begins to fetch the code from the neighbour at its link. */
  void fetch(long nowNanos) {
    untilNanos = nowNanos + all.fetchNanos();
    CodeFetch begun = all.connect(nowNanos, this, untilNanos);
    if (begun == null) {
      failed(nowNanos, FetchFailure.BUSY);
    } else if (!over && !begun.isOver()) {
      fetch = begun;
    }
  }

  @Override
  public void fetched(long nowNanos, byte[] code) {
    fetch = null;
    all.hasFetched(nowNanos, this, code);
  }

  @Override
  public void failed(long nowNanos, FetchFailure failure) {
    fetch = null;
    if (over) {
      return;
    }
    LinkId failing = link;
    all.refuse(nowNanos, this, failure, "");
    if (!failure.isOfNeighbour()) {
      end(nowNanos);
      return;
    }
    all.release(nowNanos, taken(each -> each.channel.link().equals(failing)));
    if (waiting.isEmpty()) {
      end(nowNanos);
    } else {
      link = waiting.getFirst().channel.link();
      fetch(nowNanos);
    }
  }

  /** Goes on with the code, which the store keeps. */
  void prepare(long nowNanos, CodeStore.Stored found) {
    CodeFetch needless = fetch;
    if (needless != null) {
      fetch = null;
      needless.ends(nowNanos);
    }
    found.pin();
    stored = found;
    untilNanos = nowNanos + all.fetchNanos();
    CapsuleHost host = all.host();
    CapsuleHost.Verifier verifier = service == null ? host.verifier() : service::verified;
    all.prepares(1);
    host.preparation()
        .run(
            nowNanos,
            () -> over ? new Prepared(null, "") : prepared(verifier, found.code()),
            (result, now) -> {
              all.prepares(-1);
              start(now, found, result);
            });
  }

  private static Prepared prepared(CapsuleHost.Verifier verifier, byte[] code) {
    try {
      SandboxedCode made = verifier.verified(code);
      made.compile();
      return new Prepared(made, "");
    } catch (CodeRefusal e) {
      return new Prepared(null, String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      return new Prepared(null, e.toString()); // a fault of verifier or compiler, by hostile code
    }
  }

  private void start(long nowNanos, CodeStore.Stored found, Prepared result) {
    if (over) {
      return;
    }
    SandboxedCode code = result.code;
    if (code == null) {
      all.refuse(nowNanos, this, FetchFailure.REFUSED, result.refusal);
      end(nowNanos);
      all.forget(found);
    } else if (!all.start(nowNanos, this, found, code)) {
      all.refuse(nowNanos, this, FetchFailure.BUSY, "");
      end(nowNanos);
    }
  }

  /** The node has started the code, or not. */
  void started(long nowNanos, String refusal) {
    if (over) {
      return;
    }
    if (refusal.isEmpty()) {
      all.runs(nowNanos, this);
    } else {
      all.refuse(nowNanos, this, FetchFailure.NOT_STARTED, refusal);
    }
    end(nowNanos);
  }

  /** Gives up what takes too long. */
  void look(long nowNanos) {
    CodeFetch running = fetch;
    if (running != null) {
      running.look(nowNanos);
    } else if (nowNanos >= untilNanos) {
      all.refuse(nowNanos, this, FetchFailure.BUSY, "");
      end(nowNanos);
    }
  }

  /** Returns when to {@link #look} next. */
  long deadlineNanos() {
    CodeFetch running = fetch;
    return running == null ? untilNanos : running.deadlineNanos();
  }

  /** Lets all capsules go on to what has been found out. */
  private void end(long nowNanos) {
    stop(nowNanos);
    all.ended(this);
    all.release(nowNanos, taken(each -> true));
  }

  /** Ends the work, as the service stops. */
  void stop(long nowNanos) {
    over = true;
    CodeFetch running = fetch;
    if (running != null) {
      fetch = null;
      running.ends(nowNanos);
    }
    CodeStore.Stored kept = stored;
    if (kept != null) {
      stored = null;
      kept.unpin();
    }
  }

  private List<Waiting> taken(Predicate<Waiting> which) {
    List<Waiting> some = waiting.stream().filter(which).toList();
    waiting.removeAll(some);
    return some;
  }
}
