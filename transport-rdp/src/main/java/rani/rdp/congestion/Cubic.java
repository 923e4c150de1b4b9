// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * CUBIC (RFC 9438), in packets and seconds: after a loss the window returns to where it was along a
 * cubic function of time, stays there a while, and then looks further; where that is slower than
 * Reno would be, it goes as Reno. It recovers by the scoreboard.
 *
 * <p>Time counts from the first acknowledgement of a congestion avoidance stage, without the gaps
 * in which the sender was limited by its application (§4.2, §5.8). After a timeout, and after a
 * slow start that ended without loss, the plateau is where the stage begins (§4.8, §4.10).
 */
public final class Cubic extends WindowedControl {
  /** Found by {@link java.util.ServiceLoader}. */
  public record Provider() implements CongestionProvider {
    @Override
    public String name() {
      return "cubic";
    }

    @Override
    public String meaning() {
      return "grows along a cubic function of time, and recovers as sack (RFC 9438)";
    }

    @Override
    public CongestionControl create(int initialWindow, int initialSsthresh) {
      return new Cubic(initialWindow, initialSsthresh);
    }
  }

  /** How fast the window grows, in packets/s³ (§5.1). */
  static final double C = 0.4;

  /** What a loss leaves of the window (§4.6). */
  static final double BETA = 0.7;

  /** Reno's growth per round trip that gives Reno's average with this β (§4.3). */
  static final double ALPHA = 3 * (1 - BETA) / (1 + BETA);

  /** The target for the next round trip is at most so many windows (§4.2). */
  private static final double TARGET_MAX = 1.5;

  /** A sender that uses its window hears at least once in so many round trips. */
  private static final int GAP_ROUND_TRIPS = 2;

  private static final double NANOS_PER_SECOND = 1e9;

  /** What this algorithm knows of past and present stages; a whole, so that it can be restored. */
  private Curve curve = Curve.NONE;

  private Curve beforeTimeout = Curve.NONE;

  /**
   * One congestion avoidance stage.
   *
   * @param wMax where the plateau is; 0 if nowhere yet
   * @param cwndPrior the window when ssthresh was last set
   * @param begun whether the rest counts
   * @param epochNanos when the stage began
   * @param heardNanos when the window last grew
   * @param k seconds from then to the plateau
   * @param wEst what Reno would have
   */
  private record Curve(
      double wMax,
      double cwndPrior,
      boolean begun,
      long epochNanos,
      long heardNanos,
      double k,
      double wEst) {
    static final Curve NONE = new Curve(0, 0, false, 0, 0, 0, 0);

    /** A loss at this window: the next stage has another curve (§4.6, §4.7). */
    Curve afterLoss(double cwnd) {
      // "fast convergence": gives way to flows that came later
      double next = cwnd < wMax ? cwnd * (1 + BETA) / 2 : cwnd;
      return new Curve(next, cwnd, false, 0, 0, 0, 0);
    }

    /** The same plateau, looked for from another window. */
    Curve notBegun() {
      return new Curve(wMax, cwndPrior, false, 0, 0, 0, 0);
    }

    Curve begin(long nowNanos, double cwnd) {
      double plateau = Math.max(wMax, cwnd);
      double seconds = StrictMath.cbrt((plateau - cwnd) / C);
      return new Curve(plateau, cwndPrior, true, nowNanos, nowNanos, seconds, cwnd);
    }

    /** Time goes on, but not while the application had nothing to send. */
    Curve heard(long nowNanos, long srttNanos) {
      long gap = nowNanos - heardNanos;
      long idle = srttNanos > 0 && gap > GAP_ROUND_TRIPS * srttNanos ? gap - srttNanos : 0;
      return new Curve(wMax, cwndPrior, true, epochNanos + idle, nowNanos, k, wEst);
    }

    Curve withEstimate(double packets) {
      return new Curve(wMax, cwndPrior, true, epochNanos, heardNanos, k, packets);
    }

    /** W_cubic (§4.2, figure 1). */
    double at(long nanos) {
      double seconds = (nanos - epochNanos) / NANOS_PER_SECOND - k;
      return C * seconds * seconds * seconds + wMax;
    }
  }

  /**
   * A window that begins.
   *
   * @param initialWindow in packets
   * @param initialSsthresh in packets
   */
  public Cubic(int initialWindow, int initialSsthresh) {
    super(initialWindow, initialSsthresh);
  }

  @Override
  public void acknowledged(long nowNanos, int segments, long srttNanos) {
    double cwnd = window.cwnd();
    if (window.inSlowStart()) {
      window.growByOneAcknowledgement();
      return;
    }
    curve = curve.begun() ? curve.heard(nowNanos, srttNanos) : curve.begin(nowNanos, cwnd);
    // "Once W_est has grown to reach the cwnd at the time of most recently setting ssthresh … the
    // sender SHOULD set alpha to 1" (§4.3)
    double alpha = curve.wEst() >= curve.cwndPrior() ? 1 : ALPHA;
    curve = curve.withEstimate(curve.wEst() + alpha * segments / cwnd);
    if (curve.at(nowNanos) < curve.wEst()) {
      window.resize(Math.max(cwnd, curve.wEst()));
    } else {
      double target = Math.clamp(curve.at(nowNanos + srttNanos), cwnd, TARGET_MAX * cwnd);
      window.resize(cwnd + (target - cwnd) / cwnd);
    }
  }

  @Override
  public void timedOut(long nowNanos, int flight, boolean again) {
    if (!again) {
      beforeTimeout = curve;
      curve = new Curve(0, window.cwnd(), false, 0, 0, 0, 0);
    }
    window.collapse(remaining(flight), again);
  }

  /** The curve is undone with the window (§4.9.1). */
  @Override
  public void undoTimeout() {
    if (window.undo()) {
      curve = beforeTimeout;
    }
  }

  @Override
  public void set(long nowNanos, double cwnd, double ssthresh) {
    boolean less = cwnd < window.cwnd();
    curve = less ? curve.afterLoss(window.cwnd()) : curve.notBegun();
    window.set(cwnd, ssthresh);
  }

  @Override
  public void restartedAfterIdle(long nowNanos) {
    window.restart();
    curve = curve.notBegun();
  }

  @Override
  protected void reduce(int flight) {
    curve = curve.afterLoss(window.cwnd());
    super.reduce(flight);
  }

  /** "ssthresh = flight_size * beta_cubic", at least 2 (§4.6). */
  @Override
  protected double remaining(int flight) {
    return Math.max(flight * BETA, Window.SSTHRESH_MIN);
  }
}
