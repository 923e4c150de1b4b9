// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.link.LinkPort;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceProvider;
import rani.service.Verb;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.LinkId;
import rani.world.Note;
import rani.world.Reply;
import rani.world.Timers;

/**
 * A service on its node. Contains and counts the failures of every call to it, and enforces its
 * budgets. {@code begin} and {@code end} surround a call, whether it returns or fails. A call that
 * the JVM itself did not survive is not ended, see {@link Containment#rethrowUnlessOfService}.
 */
final class InstalledService {
  private static final int NANOS_DIGITS = 9;

  private final Node node;
  private final NodeConfig.MenuEntry entry;
  private final ServiceProvider provider;
  private final int number;
  private final String name;
  private final boolean actsAtEveryHop;
  private final Service service;
  private final PacketHandler onPacket;
  private final PacketHandler onDiverted;
  private final FrameView packetView = new FrameView();
  private final FrameView congestionPacketView = new FrameView();
  private final FrameView transmissionView = new FrameView();
  private final QueueView queueView = new QueueView();
  private final ServiceBudget budget = new ServiceBudget();
  private final Containment containment = new Containment();
  private final ServiceAccess access;

  private int watchedFrames = Integer.MAX_VALUE;
  private boolean watchesTransmissions;
  private int handedOverTo;
  private int callDepth;
  private boolean dormant;
  private long lastCallNanos;
  private long lastAskedNanos;
  private Timers.@Nullable Timer idleTimer;

  InstalledService(
      Node node, NodeConfig.MenuEntry entry, RandomGenerator random, RandomGenerator secrets) {
    this.node = node;
    this.entry = entry;
    this.provider = entry.provider();
    this.number = provider.number();
    this.name = provider.name();
    this.actsAtEveryHop = provider.reach() == ServiceProvider.Reach.EVERY_HOP;
    this.service = entry.provider().create(entry.options());
    this.onPacket = (nowNanos, channel, packet) -> service.onPacket(nowNanos, packet);
    this.onDiverted =
        (nowNanos, channel, packet) ->
            service.onDiverted(nowNanos, Objects.requireNonNull(channel), packet);
    this.access = new ServiceAccess(node, this, budget, random, secrets);
    this.dormant = entry.beginning() == NodeConfig.Beginning.ON_PACKET;
  }

  /** A packet handler of the service, bound once so that a packet allocates nothing. */
  @FunctionalInterface
  private interface PacketHandler {
    Fate handle(long nowNanos, @Nullable Diversion channel, FrameView packet);
  }

  NodeConfig.MenuEntry entry() {
    return entry;
  }

  ServiceProvider provider() {
    return provider;
  }

  String name() {
    return name;
  }

  boolean actsAtEveryHop() {
    return actsAtEveryHop;
  }

  boolean isDormant() {
    return dormant;
  }

  void start(long nowNanos) {
    contained(nowNanos, now -> service.start(now, access));
  }

  /**
   * Starts the service on demand, and suspends it if it fails to start. The asker is an address,
   * {@code operator}, or the name of a dependent service.
   */
  void rouse(long nowNanos, String by) {
    dormant = false;
    access.note(nowNanos, "start", Note.of("by", by));
    start(nowNanos);
    if (hasFailed()) {
      giveUp(nowNanos);
    } else if (entry.idleStopNanos() > 0) {
      lastAskedNanos = nowNanos;
      idleTimer = node.timer(this::lookWhetherIdle);
      idleTimer.armAt(nowNanos + entry.idleStopNanos());
    }
  }

  /** Stops the service if it is idle; it stays while packets ask for it or it is busy. */
  private void lookWhetherIdle(long nowNanos) {
    if (containment.isSuspended() || idleTimer == null) {
      return;
    }
    boolean isIdle = nowNanos - lastAskedNanos >= entry.idleStopNanos();
    if (isIdle
        && !isBusy()
        && heldBuffers() <= 0
        && node.diversions().countOf(number) == 0
        && !node.menu().needsRunning(name)) {
      access.note(nowNanos, "stop", Note.of("by", "idle"));
      node.menu().rest(nowNanos, this, node);
    } else {
      idleTimer.armAt(Math.max(lastAskedNanos, isIdle ? nowNanos : 0) + entry.idleStopNanos());
    }
  }

  /** Suspends a service that failed to start; it stays on the menu and holds nothing. */
  void giveUp(long nowNanos) {
    leave(nowNanos);
    if (!containment.isSuspended()) {
      suspend(nowNanos);
    }
  }

  void go(long nowNanos) {
    contained(nowNanos, service::go);
  }

  void stop(long nowNanos) {
    if (!dormant) {
      call(nowNanos, service::stop); // suspended or not: what it holds it must give back
      access.retireTimers();
      if (idleTimer != null) {
        idleTimer.retire();
        idleTimer = null;
      }
    }
  }

  /** Stops the service while the node runs on, and releases all that it holds. */
  void leave(long nowNanos) {
    stop(nowNanos);
    watchQueues(Integer.MAX_VALUE);
    watchTransmissions(false);
    node.diversions().endAllOf(nowNanos, provider.number());
    node.menu().ports().freeAllOf(this);
  }

  boolean hasFailed() {
    return containment.failures() > 0;
  }

  String lastFailure() {
    return String.valueOf(containment.lastFailure());
  }

  /** Returns how many buffers the service reports to hold; 0 if the call fails. */
  long heldBuffers() {
    if (dormant) {
      return 0;
    }
    try {
      return service.heldBuffers();
    } catch (Throwable e) {
      Containment.rethrowUnlessOfService(e, false);
      return 0; // counted as a failure when the budget is looked after
    }
  }

  boolean isBusy() {
    return isCalled() && answer(lastCallNanos, service::isBusy, false);
  }

  /** Returns the service's answer to a question; {@code otherwise} if the call fails. */
  private <T> T answer(long nowNanos, Supplier<T> question, T otherwise) {
    T answer = otherwise;
    begin(nowNanos);
    try {
      answer = question.get();
    } catch (Throwable e) {
      caught(nowNanos, e, 0);
    }
    end(nowNanos, 0, 0);
    return answer;
  }

  void wake(long nowNanos, int timer) {
    contained(
        nowNanos,
        now -> {
          budget.wake();
          service.onWake(now, timer);
        });
  }

  /** Returns the service's fate of a packet; null if it failed or is suspended. */
  @Nullable Fate packet(long nowNanos, @Nullable LinkId link, ByteBuf frame, long arrivedNanos) {
    return decided(onPacket, nowNanos, link, frame, arrivedNanos, null);
  }

  /** Returns the service's fate of a packet that it diverted; null if it failed or is suspended. */
  @Nullable Fate diverted(long nowNanos, Diversion channel, ByteBuf frame) {
    return decided(onDiverted, nowNanos, channel.link(), frame, nowNanos, channel);
  }

  private @Nullable Fate decided(
      PacketHandler handler,
      long nowNanos,
      @Nullable LinkId link,
      ByteBuf frame,
      long arrivedNanos,
      @Nullable Diversion channel) {
    if (!isCalled()) {
      return null;
    }
    begin(nowNanos);
    lastAskedNanos = nowNanos;
    handedOverTo = Menu.NODE_NUMBER;
    packetView.wrap(frame, link, arrivedNanos);
    Fate fate = null;
    try {
      fate = handler.handle(nowNanos, channel, packetView);
      fate = hasKeptBudgets(nowNanos) ? fate : null;
    } catch (Throwable e) {
      fate = null;
      caught(nowNanos, e, 0);
    } finally {
      packetView.unwrap();
    }
    end(nowNanos, 0, 0);
    return fate;
  }

  void handOver(int serviceNumber) {
    handedOverTo = serviceNumber;
  }

  /** Returns the service that shall handle the last packet; {@link Menu#NODE_NUMBER} for none. */
  int handedOverTo() {
    return handedOverTo;
  }

  /** Reports whether a packet may be held, and counts it. */
  boolean mayPark() {
    return budget.mayPark();
  }

  void watchQueues(int frames) {
    watchedFrames = frames;
    node.menu().countWatched();
  }

  int watchedFrames() {
    return watchedFrames;
  }

  void watchTransmissions(boolean watches) {
    watchesTransmissions = watches;
    node.menu().countWatched();
  }

  boolean watchesTransmissions() {
    return watchesTransmissions;
  }

  void transmits(long nowNanos, ByteBuf frame) {
    if (!watchesTransmissions) {
      return;
    }
    int outerInNode = access.inNode();
    int packetsInOuterCall = begin(nowNanos);
    transmissionView.wrap(frame, null);
    try {
      service.onTransmission(nowNanos, transmissionView);
      hasKeptBudgets(nowNanos);
    } catch (Throwable e) {
      caught(nowNanos, e, outerInNode);
    } finally {
      transmissionView.unwrap();
    }
    end(nowNanos, packetsInOuterCall, outerInNode);
  }

  void congested(long nowNanos, Congestion kind, LinkPort port, ByteBuf frame) {
    boolean isUnasked = kind == Congestion.QUEUE_LENGTH && port.queue().frames() <= watchedFrames;
    if (!isCalled() || isUnasked) {
      return;
    }
    int outerInNode = access.inNode(); // the service itself may have caused it, by what it sends
    int packetsInOuterCall = begin(nowNanos);
    congestionPacketView.wrap(frame, null);
    queueView.wrap(port);
    try {
      service.onCongestion(nowNanos, kind, queueView, congestionPacketView);
      hasKeptBudgets(nowNanos);
    } catch (Throwable e) {
      caught(nowNanos, e, outerInNode);
    } finally {
      congestionPacketView.unwrap();
      queueView.unwrap();
    }
    end(nowNanos, packetsInOuterCall, outerInNode);
  }

  /** Calls the service for data from a socket of its own; false if it is suspended. */
  boolean enter(long nowNanos, LongConsumer action) {
    boolean called = isCalled();
    lastAskedNanos = nowNanos;
    contained(nowNanos, action);
    return called;
  }

  Reply command(long nowNanos, String verb, List<String> arguments) {
    if (containment.isSuspended()) {
      return Reply.refused("service `" + name() + "` is suspended: " + lastFailure());
    }
    begin(nowNanos);
    lastAskedNanos = nowNanos;
    Reply reply;
    try {
      reply = unknown(verb);
      if (reply == null) {
        reply = Objects.requireNonNull(service.onCommand(nowNanos, verb, arguments), "no reply");
      }
      if (!hasKeptBudgets(nowNanos)) {
        reply = Reply.refused("the service failed: " + lastFailure());
      }
    } catch (Throwable e) {
      caught(nowNanos, e, 0);
      reply = Reply.refused("the service failed: " + lastFailure());
    }
    end(nowNanos, 0, 0);
    return reply;
  }

  /** Returns the refusal of an unknown verb; null if the service may have the verb. */
  private @Nullable Reply unknown(String verb) {
    List<String> known = provider.verbs().stream().map(Verb::name).toList();
    return known.isEmpty() || known.contains(verb)
        ? null
        : Reply.refused(name() + " has no verb `" + verb + "`; it has " + String.join(", ", known));
  }

  NodeFacts.OfService facts(long nowNanos) {
    // the call may be the service's next failure, so it comes first
    Facts own = dormant ? Facts.NONE : answer(nowNanos, () -> service.facts(nowNanos), Facts.NONE);
    return new NodeFacts.OfService(
        null,
        dormant ? true : null,
        containment.facts(),
        own,
        budget.facts(
            nowNanos,
            access.timers(),
            node.diversions().countOf(provider.number()),
            heldBuffers()));
  }

  boolean isCalled() {
    return !dormant && !containment.isSuspended();
  }

  private void contained(long nowNanos, LongConsumer call) {
    if (isCalled()) {
      call(nowNanos, call);
    }
  }

  private void call(long nowNanos, LongConsumer call) {
    begin(nowNanos);
    try {
      call.accept(nowNanos);
      hasKeptBudgets(nowNanos);
    } catch (Throwable e) {
      caught(nowNanos, e, 0);
    }
    end(nowNanos, 0, 0);
  }

  private int begin(long nowNanos) {
    lastCallNanos = nowNanos;
    callDepth++;
    node.world().callBegins(number, name);
    return budget.begin(nowNanos);
  }

  /** Reports whether a call that returned normally stayed within its budgets. */
  private boolean hasKeptBudgets(long nowNanos) {
    if (budget.isTimeToCount()) {
      budget.buffers(service.heldBuffers());
    }
    String breach = budget.breach();
    if (breach == null) {
      if (callDepth == 1) { // a call within a call that fails is no success of the service
        containment.succeeded();
      }
      return true;
    }
    failed(nowNanos, breach);
    return false;
  }

  private void caught(long nowNanos, Throwable thrown, int outerInNode) {
    Containment.rethrowUnlessOfService(thrown, access.inNode() > outerInNode);
    access.backIn(outerInNode);
    String breach = budget.breach();
    failed(nowNanos, breach == null ? Containment.text(thrown) : breach);
  }

  private void failed(long nowNanos, String what) {
    boolean tooOften = containment.failed(what);
    access.note(nowNanos, "failure", Note.of("count", containment.failures()));
    if (tooOften) {
      suspend(nowNanos);
    }
  }

  private void end(long nowNanos, int packetsInOuterCall, int outerInNode) {
    access.backIn(outerInNode);
    budget.resume(packetsInOuterCall);
    callDepth--;
    long blockedNanos = node.world().callEnds();
    if (blockedNanos > 0) {
      String seconds = BigDecimal.valueOf(blockedNanos, NANOS_DIGITS).toPlainString();
      containment.blocked("it blocked its node for " + seconds + " s");
      access.note(nowNanos, "blocked", Note.of("seconds", seconds));
      if (!containment.isSuspended()) {
        suspend(nowNanos);
      }
    }
  }

  private void suspend(long nowNanos) {
    containment.suspend();
    watchQueues(Integer.MAX_VALUE);
    watchTransmissions(false);
    access.retireTimers();
    access.note(nowNanos, "suspended", Note.NOTHING);
    node.diversions().endAllOf(nowNanos, provider.number());
  }
}
