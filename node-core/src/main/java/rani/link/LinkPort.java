// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.queue.DequeueDecision;
import rani.queue.MonitoredQueue;
import rani.queue.QueueConfig;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.queue.ServiceTimes;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Timers;
import rani.world.Verdict;
import rani.world.World;

/**
 * A monitored queue and the serializer that drains it. As the port of an outgoing link it passes
 * frames to the wire. As the node's own queue ({@code placement: node}) it passes them to the port
 * of their outgoing link.
 *
 * <p><b>Pacing.</b> The serializer works by absolute due times: the next frame's service begins
 * when the last one was due, not when the timer fired, so that late timers do not slow the link.
 * The backlog that it catches up with is bounded by {@link #CATCH_UP_NANOS_MAX}. The frame in
 * service is not part of the queue, nor of its average.
 *
 * <p><b>Control packets</b> ({@link Frame#isControl}) bypass queue and serializer within a {@link
 * ControlTokenBucket} of the rate; beyond it they are queued like data.
 */
public final class LinkPort implements Timers.Due {
  /** The longest delay that a late serializer catches up with. */
  public static final long CATCH_UP_NANOS_MAX = 100_000_000;

  private static final int DRAIN_FRAMES_MAX = 64;

  private final String name;
  private Rate rate;
  private final MonitoredQueue queue;
  private final QueueDiscipline discipline;
  private final World world;
  private final NodeTrace trace;
  private final PacketAccounting ledger;
  private final QueueObserver observer;
  private final Timers.Timer timer;
  private final LatenessHistogram lateness = new LatenessHistogram();
  private final ControlTokenBucket control;
  private final @Nullable LinkConfig link;
  private final @Nullable WireImpairment wire;
  private long wireDelayNanos;
  private final int ownAddress;
  private final IntFunction<@Nullable LinkPort> onward;

  /** What takes the place of the rate; null unless a trace does. */
  private @Nullable TraceService traced;

  private final @Nullable TracedWire tracedWire;

  private @Nullable ByteBuf inService;
  private int inServiceEgress;
  private long inServiceArrivedNanos;
  private final ServiceTimes serviceTimes = new ServiceTimes();
  private long serviceNanos;
  private long dueNanos;
  private boolean toldAboveMax;
  private boolean isChoosing;

  public record Shared(
      World world,
      NodeTrace trace,
      PacketAccounting ledger,
      Timers timers,
      QueueObserver observer,
      int ownAddress) {}

  public static LinkPort ofLink(LinkConfig link, WireImpairment wire, Shared shared) {
    return new LinkPort(
        link.id().toString(), link.rate(), link.queue(), link, wire, _ -> null, shared);
  }

  /** Makes the node's own queue, which drains into the links' ports, given by link number. */
  public static LinkPort ofNode(
      Rate rate, QueueConfig queue, IntFunction<@Nullable LinkPort> links, Shared shared) {
    return new LinkPort("node", rate, queue, null, null, links, shared);
  }

  private LinkPort(
      String name,
      Rate rate,
      QueueConfig config,
      @Nullable LinkConfig link,
      @Nullable WireImpairment wire,
      IntFunction<@Nullable LinkPort> onward,
      Shared shared) {
    this.name = name;
    this.rate = rate;
    this.queue = new MonitoredQueue(config.limitFrames(), config.identity(), config.limitBytes());
    RandomGenerator chance = shared.world().random("queue " + name);
    this.discipline = config.discipline(rate, chance, shared.world().secrets(chance));
    this.world = shared.world();
    this.trace = shared.trace();
    this.ledger = shared.ledger();
    this.observer = shared.observer();
    this.timer = shared.timers().timer(this);
    this.link = link;
    this.wire = wire;
    this.wireDelayNanos = link == null ? 0 : link.impairment().delayNanos();
    this.ownAddress = shared.ownAddress();
    this.onward = onward;
    this.control = new ControlTokenBucket(rate);
    TracedLink followed = link == null ? null : link.trace();
    this.traced = followed == null ? null : TraceService.of(followed);
    this.tracedWire = followed == null || wire == null ? null : TracedWire.of(followed, wire);
  }

  /** Notes the time of go, from which the time of a trace counts. */
  public void go(long goNanos, long nowNanos) {
    if (tracedWire != null) {
      tracedWire.go(goNanos);
    }
    if (traced != null) {
      traced.go(goNanos);
      if (inService != null) { // it waits since before
        begin(traced, nowNanos, nowNanos, Frame.length(inService));
        timer.armAt(dueNanos);
      }
    }
  }

  /**
   * Asks the queue discipline for its verdict on a frame, and carries it out. The lifetime counts
   * from {@code arrivedNanos}, the time of arrival at this node.
   */
  public void enqueue(long nowNanos, ByteBuf frame, int egress, long arrivedNanos) {
    int queuedFrames = queue.frames();
    Verdict verdict = discipline.decide(nowNanos, queue, frame);
    trace.verdict(nowNanos, name, frame, verdict, queuedFrames, discipline.averageFrames());
    boolean above = discipline.aboveMaxTh();
    boolean isLong = queuedFrames >= observer.watchedFrames();
    boolean telling = verdict != Verdict.ENQUEUE || above || toldAboveMax || isLong;
    if (telling) {
      frame.retain(); // lent to the observer below, whatever becomes of it
    }
    switch (verdict) {
      case ENQUEUE -> accept(nowNanos, frame, egress, arrivedNanos);
      case MARK -> {
        Ipv4Header.ecn(frame, Frame.ipv4(frame), Ipv4Header.ECN_CE);
        accept(nowNanos, frame, egress, arrivedNanos);
      }
      case DROP_EARLY -> ledger.drop(nowNanos, discipline.earlyDrop(), null, frame);
      case DROP_FORCED -> ledger.drop(nowNanos, DropReason.RED_FORCED, null, frame);
      case OVERFLOW -> ledger.drop(nowNanos, DropReason.QUEUE_FULL, null, frame);
    }
    if (telling) {
      tell(nowNanos, verdict, above, isLong, frame);
      frame.release();
    }
  }

  /**
   * Sends a control packet past queue and serializer, if the token bucket allows (with {@code
   * placement: node}, the buckets of the node's port and of the link's). Takes the reference then;
   * else returns false, and the packet must be queued like data.
   */
  public boolean sendBeside(long nowNanos, ByteBuf frame, int egress, long arrivedNanos) {
    int lengthBytes = Frame.length(frame);
    if (!control.has(nowNanos, lengthBytes, ControlTokenBucket.Kind.FORWARDED)) {
      return false;
    }
    if (link == null) {
      LinkPort next = onward.apply(egress);
      if (next == null || !next.sendBeside(nowNanos, frame, egress, arrivedNanos)) {
        return false;
      }
      control.take(lengthBytes);
    } else {
      control.take(lengthBytes);
      depart(nowNanos, frame, egress, arrivedNanos, 0);
    }
    return true;
  }

  /** Sends the node's own message to its neighbour, past the queue if the bucket allows. */
  public void sendToNeighbour(
      long nowNanos, ByteBuf frame, int egress, ControlTokenBucket.Kind kind) {
    int lengthBytes = Frame.length(frame);
    if (control.has(nowNanos, lengthBytes, kind)) {
      control.take(lengthBytes);
      depart(nowNanos, frame, egress, nowNanos, 0);
    } else {
      enqueue(nowNanos, frame, egress, nowNanos);
    }
  }

  /** {@inheritDoc} Completes the service of each due frame, in order. */
  @Override
  public void due(long nowNanos) {
    int drained = 0;
    while (inService != null && dueNanos <= nowNanos && drained < DRAIN_FRAMES_MAX) {
      ByteBuf frame = inService;
      int egress = inServiceEgress;
      long arrivedNanos = inServiceArrivedNanos;
      long lateNanos = nowNanos - dueNanos;
      lateness.record(lateNanos, serviceNanos);
      inService = null;
      serveNext(nowNanos, Math.max(dueNanos, nowNanos - CATCH_UP_NANOS_MAX));
      if (inService == null) {
        discipline.idle(dueNanos);
      }
      depart(nowNanos, frame, egress, arrivedNanos, lateNanos);
      drained++;
    }
    if (inService != null) {
      timer.armAt(dueNanos);
    }
  }

  /** Starts the service of the frame that the discipline selects, unless it drops all of them. */
  private void serveNext(long nowNanos, long beginsNanos) {
    isChoosing = true;
    while (queue.frames() > 0) {
      int place = discipline.next(queue);
      DequeueDecision leaving = discipline.leaves(beginsNanos, queue, place);
      int egress = queue.egress(place);
      long arrivedNanos = queue.arrivedNanos(place);
      long queuedNanos = queue.queuedNanos(place);
      long sojournNanos = beginsNanos - queuedNanos;
      ByteBuf frame = queue.remove(place);
      if (leaving == DequeueDecision.DROP) {
        trace.head(nowNanos, name, frame, false, sojournNanos);
        tellOfDrop(nowNanos, discipline.earlyDrop(), Congestion.EARLY_DROP, frame);
        continue;
      }
      if (leaving == DequeueDecision.MARK) {
        Ipv4Header.ecn(frame, Frame.ipv4(frame), Ipv4Header.ECN_CE);
        trace.head(nowNanos, name, frame, true, sojournNanos);
        observer.congested(nowNanos, Congestion.MARKED, this, frame);
      }
      serve(nowNanos, queuedNanos, beginsNanos, frame, egress, arrivedNanos);
      break;
    }
    isChoosing = false;
  }

  private void tellOfDrop(long nowNanos, DropReason reason, Congestion kind, ByteBuf frame) {
    frame.retain(); // lent to the observer
    ledger.drop(nowNanos, reason, null, frame);
    observer.congested(nowNanos, kind, this, frame);
    frame.release();
  }

  private void accept(long nowNanos, ByteBuf frame, int egress, long arrivedNanos) {
    if (rate.isUnlimited() && holds() == 0 && !isChoosing) {
      depart(nowNanos, frame, egress, arrivedNanos, 0);
      return;
    }
    ByteBuf own = Frame.settled(world.buffers(), frame);
    if (inService == null && !isChoosing) {
      serve(nowNanos, nowNanos, nowNanos, own, egress, arrivedNanos);
      timer.armAt(dueNanos);
      return;
    }
    for (int place = discipline.makesRoom(queue);
        place != MonitoredQueue.NOWHERE;
        place = discipline.makesRoom(queue)) {
      tellOfDrop(nowNanos, DropReason.QUEUE_FULL, Congestion.OVERFLOW, queue.remove(place));
    }
    discipline.joined(queue, queue.add(nowNanos, own, egress, arrivedNanos));
  }

  private void serve(
      long nowNanos,
      long queuedNanos,
      long beginsNanos,
      ByteBuf frame,
      int egress,
      long arrivedNanos) {
    if (observer.watchesTransmissions()) {
      observer.transmits(nowNanos, frame);
    }
    inService = frame;
    inServiceEgress = egress;
    inServiceArrivedNanos = arrivedNanos;
    if (traced != null) {
      begin(
          traced,
          Math.max(queuedNanos, nowNanos - CATCH_UP_NANOS_MAX),
          beginsNanos,
          Frame.length(frame));
      return;
    }
    serviceNanos = serviceTimes.nextNanos(rate, Frame.length(frame));
    dueNanos = beginsNanos + serviceNanos;
  }

  private void begin(TraceService service, long queuedNanos, long beginsNanos, int lengthBytes) {
    dueNanos = service.dueNanos(queuedNanos, beginsNanos, lengthBytes);
    serviceNanos = dueNanos - beginsNanos;
  }

  private void depart(long nowNanos, ByteBuf frame, int egress, long arrivedNanos, long lateNanos) {
    if (link == null || wire == null) {
      LinkPort next = onward.apply(egress);
      if (next == null) {
        ledger.drop(nowNanos, DropReason.LINK_REMOVED, null, frame); // it went while this waited
      } else {
        next.enqueue(nowNanos, frame, egress, arrivedNanos);
      }
      return;
    }
    if (tracedWire != null) {
      tracedWire.seek(nowNanos - lateNanos);
      wireDelayNanos = wire.config().delayNanos();
    }
    int at = frame.readerIndex();
    long spentNanos = nowNanos - arrivedNanos + wireDelayNanos;
    long lifetimeMicros = RaniHeader.lifetimeMicros(frame, at) - Math.max(1, spentNanos / 1000);
    if (lifetimeMicros <= 0) {
      ledger.drop(nowNanos, DropReason.EXPIRED, null, frame);
      return;
    }
    if (wire.drops(nowNanos, frame)) {
      ledger.drop(nowNanos, DropReason.LISTED, null, frame);
      return;
    }
    LinkId id = link.id();
    RaniHeader.departure(frame, at, lifetimeMicros, ownAddress, id.number());
    ledger.departure(nowNanos, id, frame, lateNanos);
    world.send(wire, frame);
  }

  private void tell(long nowNanos, Verdict verdict, boolean above, boolean isLong, ByteBuf frame) {
    boolean wasAbove = toldAboveMax;
    toldAboveMax = above; // first, since a listener may send a packet by this port
    if (above != wasAbove) {
      Congestion kind = above ? Congestion.ABOVE_MAX : Congestion.BELOW_MAX;
      trace.congestion(nowNanos, name, kind, discipline.averageFrames());
    }
    switch (verdict) {
      case ENQUEUE -> {}
      case MARK -> observer.congested(nowNanos, Congestion.MARKED, this, frame);
      case DROP_EARLY, DROP_FORCED ->
          observer.congested(nowNanos, Congestion.EARLY_DROP, this, frame);
      case OVERFLOW -> observer.congested(nowNanos, Congestion.OVERFLOW, this, frame);
    }
    if (isLong && (verdict == Verdict.ENQUEUE || verdict == Verdict.MARK)) {
      observer.congested(nowNanos, Congestion.QUEUE_LENGTH, this, frame);
    }
    if (above) {
      observer.congested(nowNanos, Congestion.ABOVE_MAX, this, frame);
    } else if (wasAbove) {
      observer.congested(nowNanos, Congestion.BELOW_MAX, this, frame);
    }
  }

  /**
   * Changes the rate of this port and the delay of its wire. The frame in service keeps its due
   * time; queued frames are served at the new rate.
   */
  public void change(Rate changed, long changedDelayNanos) {
    rate = changed;
    wireDelayNanos = changedDelayNanos;
    discipline.drainedAt(changed);
    control.drainedAt(changed);
  }

  /**
   * Ends the following of a trace for what a change sets. With a new rate, the frame in service,
   * which may wait for what never comes, departs no later than if its service began now.
   */
  public void leaveTrace(long nowNanos, LinkChange change) {
    if (tracedWire != null) {
      tracedWire.change(change);
    }
    if (traced != null && change.rate() != null) {
      traced = null;
      if (inService != null) {
        long atRateNanos = nowNanos + serviceTimes.nextNanos(rate, Frame.length(inService));
        dueNanos = Math.min(dueNanos, atRateNanos);
        timer.armAt(dueNanos);
      }
    }
  }

  /** Returns why a jitter conflicts with the trace's delays; empty if it does not. */
  public String refusal(long jitterNanos) {
    return tracedWire != null && tracedWire.followsDelay() && link != null && link.trace() != null
        ? link.trace().refusal(jitterNanos)
        : "";
  }

  /** Returns the trace that the rate follows; null if it follows none. */
  public @Nullable TracedLink followed() {
    return traced == null || link == null ? null : link.trace();
  }

  /** Returns the rate, or the mean of the trace that it follows. */
  public Rate rate() {
    return rate;
  }

  /** Returns the delay of the wire; 0 for a node's own queue. */
  public long wireDelayNanos() {
    return wireDelayNanos;
  }

  public String name() {
    return name;
  }

  public MonitoredQueue queue() {
    return queue;
  }

  public QueueDiscipline discipline() {
    return discipline;
  }

  public ControlTokenBucket control() {
    return control;
  }

  public LatenessHistogram lateness() {
    return lateness;
  }

  /** Returns the number of frames in this port: those queued, and the one in service. */
  public int holds() {
    return queue.frames() + (inService == null ? 0 : 1);
  }

  public void stop(long nowNanos, DropReason reason) {
    timer.disarm();
    if (inService != null) {
      ledger.drop(nowNanos, reason, null, inService);
      inService = null;
    }
    while (queue.frames() > 0) {
      ledger.drop(nowNanos, reason, null, queue.remove(queue.head()));
    }
  }

  /** Drops every frame and retires the timer, because the link is removed. */
  public void end(long nowNanos) {
    stop(nowNanos, DropReason.LINK_REMOVED);
    timer.retire();
  }
}
