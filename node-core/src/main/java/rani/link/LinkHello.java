// SPDX-License-Identifier: Apache-2.0
package rani.link;

import rani.wire.ServiceMessage;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Timers;

/**
 * Finds out whether a link works both ways. Each end says hello at the link's interval, which is
 * the shorter of its own and of the one that the neighbour's last hello named, and says whether it
 * has lately heard the other. The link is up when a hello comes that says "I hear you"; it is down
 * when {@link #MISSES_MAX} intervals pass without one that says so. So what a hello names may make
 * its receiver look sooner for the next, and never wait longer than its own file says. A link that
 * has come to work one way only goes down at both ends.
 *
 * <p>A neighbour that ends and begins again within that time is not missed. What shows it is that
 * it does not hear, or that its hellos are counted from the beginning again; either may also have
 * other reasons, so the link stays up, and the {@link Watcher} is told.
 *
 * <p>While the link is not up, hellos go at {@link #SEARCH_NANOS} and an unheard neighbour is
 * answered at once, so that a new link is up after one and a half round trips; but not sooner than
 * {@link #ANSWER_NANOS_MIN} after another answer, so that no flood of hellos is answered by one.
 *
 * <p>A node that was kept from waking cannot have heard its neighbours meanwhile, and what they
 * said may still wait to be read: time that it overslept is no one's silence.
 */
public final class LinkHello implements Timers.Due {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The shortest interval that may be configured, or said. */
  public static final long INTERVAL_NANOS_MIN =
      ServiceMessage.LinkHello.INTERVAL_MILLIS_MIN * NANOS_PER_MILLI;

  /** The longest interval that may be configured, or said. */
  public static final long INTERVAL_NANOS_MAX =
      ServiceMessage.LinkHello.INTERVAL_MILLIS_MAX * NANOS_PER_MILLI;

  /** How many intervals may pass in silence. */
  public static final int MISSES_MAX = 3;

  /** Between hellos while the link is not up. */
  public static final long SEARCH_NANOS = 200_000_000;

  /** From one hello that answers another to the next, at least. */
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

  /** Sends a hello over the link it is about. */
  @FunctionalInterface
  public interface Sender {
    /** Sends at once, beside the queue. */
    void send(long nowNanos, LinkId link, ServiceMessage message);
  }

  /** Is told what hello finds out. */
  @FunctionalInterface
  public interface Watcher {
    /** The neighbour of a link was found, or lost. */
    void turned(long nowNanos, LinkId link, boolean up);

    /** The neighbour of a link that is up may have begun again, knowing nothing. */
    default void mayHaveForgotten(long nowNanos, LinkId link) {}
  }

  /** Silent until {@link #start}. */
  public LinkHello(
      LinkConfig link, NodeTrace trace, Timers timers, Sender sender, Watcher watcher) {
    this.link = link;
    this.intervalNanos = link.helloNanos();
    this.trace = trace;
    this.timer = timers.timer(this);
    this.sender = sender;
    this.watcher = watcher;
  }

  /** Says hello for the first time. */
  public void start(long nowNanos) {
    say(nowNanos);
  }

  /** Says hello for the first time as soon as the world wakes the node again. */
  public void startSoon(long nowNanos) {
    sayAtNanos = nowNanos;
    arm();
  }

  /** Falls silent. */
  public void stop() {
    timer.disarm();
  }

  /** Falls silent for good, and a link that was up is up no more. */
  public void end(long nowNanos) {
    timer.retire();
    if (up) {
      up = false;
      trace.link(nowNanos, link.id(), false);
    }
  }

  /** Whether the link is known to work both ways. */
  public boolean isUp() {
    return up;
  }

  /** The neighbour said hello. */
  public void heard(long nowNanos, ServiceMessage.LinkHello hello) {
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
    sender.send(
        nowNanos, link.id(), new ServiceMessage.LinkHello(sequence++, heard, intervalMillis));
    sayAtNanos = nowNanos + (up ? intervalNanos : Math.min(SEARCH_NANOS, intervalNanos));
    arm();
  }

  private void arm() {
    long atNanos = heard ? Math.min(sayAtNanos, deafAtNanos) : sayAtNanos;
    wakeAtNanos = up ? Math.min(atNanos, downAtNanos) : atNanos;
    timer.armAt(wakeAtNanos);
  }
}
