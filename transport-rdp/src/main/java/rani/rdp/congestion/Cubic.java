// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * CUBIC (RFC 9438), in packets and seconds. After a loss the window returns to its former size
 * along a cubic function of time, stays there for a while, and then probes for more. Where Reno
 * would be faster, the window grows as Reno's. Recovery is by the scoreboard.
 *
 * <p>Time counts from the first acknowledgement of a congestion avoidance stage, without the gaps
 * in which the application limited the sender (§4.2, §5.8). After a timeout, and after a slow start
 * that ended without loss, the plateau is where the stage begins (§4.8, §4.10).
 */
public final class Cubic extends WindowedControl {
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

  /** Growth of the window, in packets/s³ (§5.1). */
  static final double C = 0.4;

  /** Multiplicative decrease factor (§4.6). */
  static final double BETA = 0.7;

  /** Growth per round trip of a Reno window with the same average at this β (§4.3). */
  static final double ALPHA = 3 * (1 - BETA) / (1 + BETA);

  /** Largest target for the next round trip, in windows (§4.2). */
  private static final double TARGET_MAX = 1.5;

  /** Longest gap between acknowledgements, in round trips, of a sender that uses its window. */
  private static final int GAP_ROUND_TRIPS = 2;

  private static final double NANOS_PER_SECOND = 1e9;

  /** Immutable, so that a timeout can be undone by restoring the old value. */
  private Curve curve = Curve.NONE;

  private Curve beforeTimeout = Curve.NONE;

  /**
   * One congestion avoidance stage.
   *
   * @param wMax window of the plateau; 0 if unknown
   * @param cwndPrior window when ssthresh was last set
   * @param begun false if the following components are not set yet
   * @param epochNanos start of the stage
   * @param heardNanos time at which the window last grew
   * @param k seconds from the start of the stage to the plateau
   * @param wEst window that Reno would have
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

    /** Returns the curve of the next stage after a loss at this window (§4.6, §4.7). */
    Curve afterLoss(double cwnd) {
      // "fast convergence" releases bandwidth to newer flows
      double next = cwnd < wMax ? cwnd * (1 + BETA) / 2 : cwnd;
      return new Curve(next, cwnd, false, 0, 0, 0, 0);
    }

    /** Returns a new stage with the same plateau. */
    Curve notBegun() {
      return new Curve(wMax, cwndPrior, false, 0, 0, 0, 0);
    }

    Curve begin(long nowNanos, double cwnd) {
      double plateau = Math.max(wMax, cwnd);
      double seconds = StrictMath.cbrt((plateau - cwnd) / C);
      return new Curve(plateau, cwndPrior, true, nowNanos, nowNanos, seconds, cwnd);
    }

    /** Moves the time forward, without the gap in which the application had nothing to send. */
    Curve heard(long nowNanos, long srttNanos) {
      long gap = nowNanos - heardNanos;
      long idle = srttNanos > 0 && gap > GAP_ROUND_TRIPS * srttNanos ? gap - srttNanos : 0;
      return new Curve(wMax, cwndPrior, true, epochNanos + idle, nowNanos, k, wEst);
    }

    Curve withEstimate(double packets) {
      return new Curve(wMax, cwndPrior, true, epochNanos, heardNanos, k, packets);
    }

    /** Returns W_cubic (§4.2, figure 1). */
    double at(long nanos) {
      double seconds = (nanos - epochNanos) / NANOS_PER_SECOND - k;
      return C * seconds * seconds * seconds + wMax;
    }
  }

  /** Creates a control in its initial state; window and threshold are in packets. */
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

  /** Undoes the curve together with the window (§4.9.1). */
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
