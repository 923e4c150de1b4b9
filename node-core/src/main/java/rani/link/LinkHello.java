// SPDX-License-Identifier: Apache-2.0
package rani.link;

import rani.wire.NodeMessage;
import rani.wire.ServiceMessage;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Timers;

/**
 * Detects whether a link works in both directions, as BFD (RFC 5880) does. Each end sends hellos at
 * the shorter of two intervals: its own and that of the neighbour's last hello. Each hello says
 * whether its sender has recently heard the neighbour. The link comes up at a hello that says "I
 * hear you", and goes down when {@link #MISSES_MAX} intervals pass without one. So the interval in
 * a hello can only make its receiver detect a failure earlier than its own configuration. A link
 * that fails in one direction goes down at both ends.
 *
 * <p>A neighbour that restarts within that time is noticed: it says that it has not heard us, or
 * its sequence numbers start again. Both can have other causes, so the link stays up, and the
 * {@link Watcher} is notified.
 *
 * <p>While the link is down, hellos are sent every {@link #SEARCH_NANOS}. A hello of a neighbour
 * that has not heard us is answered at once, so that a new link is up after one and a half round
 * trips. Answers are at least {@link #ANSWER_NANOS_MIN} apart, so that a flood of hellos does not
 * cause another.
 *
 * <p>A node that woke late has not read its neighbours' hellos meanwhile, so the time by which it
 * was late does not count as silence.
 */
public final class LinkHello implements Timers.Due {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The shortest interval, in configurations and hellos. */
  public static final long INTERVAL_NANOS_MIN =
      NodeMessage.LinkHello.INTERVAL_MILLIS_MIN * NANOS_PER_MILLI;

  /** The longest interval, in configurations and hellos. */
  public static final long INTERVAL_NANOS_MAX =
      NodeMessage.LinkHello.INTERVAL_MILLIS_MAX * NANOS_PER_MILLI;

  /** Missed intervals after which the link is down (RFC 5880's detect multiplier). */
  public static final int MISSES_MAX = 3;

  /** The longest hello interval while the link is down. */
  public static final long SEARCH_NANOS = 200_000_000;

  public static final long ANSWER_NANOS_MIN = INTERVAL_NANOS_MIN;

  private final LinkConfig link;
  private final NodeTrace trace;
  private final Timers.Timer timer;
  private final Sender sender;
  private final Watcher watcher;

  private int sequence;
  private boolean up;
  private boolean heard;
  private boolean hears;
  private int heardSequence;
  private long intervalNanos;
  private long answersFromNanos;
  private long deafAtNanos;
  private long downAtNanos;
  private long sayAtNanos;
  private long wakeAtNanos;

  @FunctionalInterface
  public interface Sender {
    /** Sends at once, bypassing the queue. */
    void send(long nowNanos, LinkId link, ServiceMessage message);
  }

  @FunctionalInterface
  public interface Watcher {
    void turned(long nowNanos, LinkId link, boolean up);

    /** Notes that the neighbour of a link that is up may have restarted and lost its state. */
    default void mayHaveForgotten(long nowNanos, LinkId link) {}
  }

  /** Makes a hello that sends nothing before {@link #start}. */
  public LinkHello(
      LinkConfig link, NodeTrace trace, Timers timers, Sender sender, Watcher watcher) {
    this.link = link;
    this.intervalNanos = link.helloNanos();
    this.trace = trace;
    this.timer = timers.timer(this);
    this.sender = sender;
    this.watcher = watcher;
  }

  public void start(long nowNanos) {
    say(nowNanos);
  }

  /** Sends the first hello when the world next wakes the node. */
  public void startSoon(long nowNanos) {
    sayAtNanos = nowNanos;
    arm();
  }

  public void stop() {
    timer.disarm();
  }

  /** Stops sending permanently; a link that was up goes down. */
  public void end(long nowNanos) {
    timer.retire();
    if (up) {
      up = false;
      trace.link(nowNanos, link.id(), false);
    }
  }

  public boolean isUp() {
    return up;
  }

  public void heard(long nowNanos, NodeMessage.LinkHello hello) {
    boolean wasHeard = heard;
    heard = true;
    intervalNanos = Math.min(link.helloNanos(), hello.intervalMillis() * NANOS_PER_MILLI);
    deafAtNanos = nowNanos + MISSES_MAX * intervalNanos;
    sayAtNanos = Math.min(sayAtNanos, nowNanos + intervalNanos);
    boolean hearsNoMore = hears && !hello.heard();
    boolean countsAnew = wasHeard && hello.sequence() - heardSequence < 0;
    hears = hello.heard();
    heardSequence = hello.sequence();
    if (up && (hearsNoMore || countsAnew)) {
      watcher.mayHaveForgotten(nowNanos, link.id());
    }
    if (hello.heard()) {
      downAtNanos = deafAtNanos;
      if (!up) {
        turn(nowNanos, true);
      }
    }
    if ((!wasHeard || !hello.heard()) && nowNanos >= answersFromNanos) {
      answersFromNanos = nowNanos + ANSWER_NANOS_MIN;
      say(nowNanos);
    } else {
      arm();
    }
  }

  @Override
  public void due(long nowNanos) {
    long oversleptNanos = nowNanos - wakeAtNanos;
    deafAtNanos += oversleptNanos;
    downAtNanos += oversleptNanos;
    heard = heard && nowNanos < deafAtNanos;
    intervalNanos = heard ? intervalNanos : link.helloNanos();
    if (up && nowNanos >= downAtNanos) {
      turn(nowNanos, false);
    }
    if (nowNanos >= sayAtNanos) {
      say(nowNanos);
    } else {
      arm();
    }
  }

  private void turn(long nowNanos, boolean toUp) {
    up = toUp;
    trace.link(nowNanos, link.id(), toUp);
    watcher.turned(nowNanos, link.id(), toUp);
  }

  private void say(long nowNanos) {
    int intervalMillis = (int) (link.helloNanos() / NANOS_PER_MILLI);
    sender.send(nowNanos, link.id(), new NodeMessage.LinkHello(sequence++, heard, intervalMillis));
    sayAtNanos = nowNanos + (up ? intervalNanos : Math.min(SEARCH_NANOS, intervalNanos));
    arm();
  }

  private void arm() {
    long atNanos = heard ? Math.min(sayAtNanos, deafAtNanos) : sayAtNanos;
    wakeAtNanos = up ? Math.min(atNanos, downAtNanos) : atNanos;
    timer.armAt(wakeAtNanos);
  }
}
