// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import rani.rdp.congestion.RttEstimator;

/**
 * Datagram flow that reacts to congestion as a TCP source of its papers' time: RANI's "non-greedy"
 * generator, whose transport "is simulated as a TCP source" (papers' RANI §5).
 *
 * <p>The window starts at one packet. Below ssthresh it grows by one per acknowledgement, above by
 * 1/cwnd (RFC 5681 §3.1). The flow uses floor(cwnd), at most the receiver's window. The third
 * duplicate acknowledgement retransmits the first missing packet and halves the window. There is no
 * further reduction before that window is acknowledged (RFC 6582 §3.2). The retransmission timer is
 * RFC 6298's ({@link RttEstimator}), with one sample per round trip and Karn's rule. Its initial
 * value is 3 s, as in RFC 2988, because the paths of these experiments take more than a second.
 */
final class ResponsiveFlow extends DatagramFlow {
  private static final int DUPLICATES = 3;
  private static final int CWND_MIN_AFTER_LOSS = 2;
  private static final long RTO_MAX_NANOS = 60_000_000_000L;
  private static final int NONE = -1;

  private final long windowPackets;
  private final RttEstimator rtt;

  private double cwnd = 1;
  private double ssthresh;
  private int next;
  private int highestSent;
  private int unacknowledged;
  private int recover;
  private int duplicates;
  private boolean recovering;

  private int timedSequence = NONE;
  private long timedSinceNanos;

  private int timedOutSequence = NONE;
  private long timeouts;
  private long fastRetransmits;
  private boolean begun;

  ResponsiveFlow(
      Place place, Load load, double ssthresh, long windowPackets, long rtoInitial, long rtoMin) {
    super(place, load);
    this.ssthresh = ssthresh;
    this.windowPackets = windowPackets;
    this.rtt = new RttEstimator(rtoInitial, rtoMin, RTO_MAX_NANOS);
  }

  @Override
  void wake(long nowNanos) {
    if (begun) {
      timeout(nowNanos);
    }
    begun = true;
    sendWhatFits(nowNanos);
  }

  private void timeout(long nowNanos) {
    timeouts++;
    if (timedOutSequence != unacknowledged) { // else "ssthresh is held constant" (RFC 5681 §3.1)
      ssthresh = Math.max(inFlight() / 2.0, CWND_MIN_AFTER_LOSS);
      timedOutSequence = unacknowledged;
    }
    cwnd = 1;
    rtt.backOff();
    timedSequence = NONE;
    duplicates = 0;
    recovering = false;
    recover = highestSent;
    next = unacknowledged; // go-back-N: later packets are sent again as the window opens
    wakeAt(nowNanos + rtt.rtoNanos());
  }

  @Override
  void acknowledged(long nowNanos, int nextExpected) {
    if (!begun || nextExpected > highestSent || isDone()) {
      return; // acknowledges packets that were never sent, or comes late
    }
    if (nextExpected > unacknowledged) {
      advance(nowNanos, nextExpected);
    } else if (nextExpected == unacknowledged && inFlight() > 0) {
      duplicate(nowNanos);
    }
    if (isDone()) {
      wakeNoMore();
    } else {
      sendWhatFits(nowNanos);
    }
  }

  private void advance(long nowNanos, int nextExpected) {
    if (timedSequence != NONE && nextExpected > timedSequence) {
      rtt.sample(nowNanos - timedSinceNanos);
      timedSequence = NONE;
    }
    unacknowledged = nextExpected;
    next = Math.max(next, unacknowledged);
    duplicates = 0;
    wakeAt(nowNanos + rtt.rtoNanos());
    if (recovering) {
      if (unacknowledged < recover) {
        retransmit(nowNanos); // a partial acknowledgement: the next hole (RFC 6582 §3.2)
        return;
      }
      recovering = false;
      cwnd = ssthresh;
    } else {
      cwnd += cwnd < ssthresh ? 1 : 1 / cwnd;
    }
  }

  private void duplicate(long nowNanos) {
    duplicates++;
    if (duplicates == DUPLICATES && !recovering && unacknowledged >= recover) {
      fastRetransmits++;
      ssthresh = Math.max(inFlight() / 2.0, CWND_MIN_AFTER_LOSS);
      cwnd = ssthresh;
      recovering = true;
      recover = highestSent;
      retransmit(nowNanos);
    }
  }

  private void retransmit(long nowNanos) {
    timedSequence = NONE; // Karn's rule: a retransmitted packet gives no sample
    send(nowNanos, GeneratorHeader.DATA_ACKED, unacknowledged, true);
    wakeAt(nowNanos + rtt.rtoNanos());
  }

  private void sendWhatFits(long nowNanos) {
    long window = Math.min((long) cwnd, windowPackets);
    while (next < packets() && next - unacknowledged < window) {
      boolean again = next < highestSent;
      if (!again && timedSequence == NONE) {
        timedSequence = next;
        timedSinceNanos = nowNanos;
      }
      if (next == unacknowledged) {
        wakeAt(nowNanos + rtt.rtoNanos());
      }
      int sequence = next++;
      highestSent = Math.max(highestSent, next);
      send(nowNanos, GeneratorHeader.DATA_ACKED, sequence, again);
    }
  }

  private int inFlight() {
    return next - unacknowledged;
  }

  @Override
  boolean isDone() {
    return unacknowledged == packets();
  }

  @Override
  long acknowledged() {
    return unacknowledged;
  }

  @Override
  long timeouts() {
    return timeouts;
  }

  @Override
  long fastRetransmits() {
    return fastRetransmits;
  }
}
