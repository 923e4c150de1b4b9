// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.Ns2RttEstimator;
import rani.rdp.congestion.RttEstimator;
import rani.rdp.congestion.Sack;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;

/**
 * The sending half of a connection: queue and segments in flight. Loss detection, window and
 * scheduling follow the RFCs ({@link RfcSender}) or ns-2 ({@link Ns2Sender}).
 */
abstract sealed class Sender permits RfcSender, Ns2Sender {
  /** Number of duplicate acknowledgements that indicate a loss (RFC 5681 §3.2). */
  static final int DUPLICATES = 3;

  interface Output {
    /** Sends the segment of an entry, for the first time or {@code again}. */
    void transmit(long nowNanos, InFlight.Entry entry, boolean again);
  }

  final RttEstimator rtt;
  final InFlight inFlight = new InFlight();
  final SendQueue queue;
  final SenderCounts counts = new SenderCounts();
  final AckReader acks;
  final SenderTimers times;
  final WindowCloses closes = new WindowCloses(counts);

  /** Timeouts in a row without any answer. */
  int silentTimeouts;

  Sender(RdpConfig config, RttEstimator rtt) {
    this.rtt = rtt;
    this.queue = new SendQueue(config.buffers());
    this.acks = new AckReader(inFlight, queue, counts);
    this.times = new SenderTimers(rtt, config.congestion().pacing());
  }

  /** Creates the sender for the configured profile. */
  static Sender of(RdpConfig config, Output output) {
    CongestionConfig congestion = config.congestion();
    RdpConfig.Timers timers = config.timers();
    long initial = timers.rtoInitialNanos();
    long min = timers.rtoMinNanos();
    long max = timers.rtoMaxNanos();
    if (congestion.profile() == CongestionConfig.Profile.RFC) {
      return new RfcSender(config, new RttEstimator(initial, min, max), output);
    }
    var rtt = new Ns2RttEstimator(initial, min, max);
    return congestion.control() instanceof Sack.Provider
        ? new Ns2SackSender(config, rtt, output)
        : new Ns2RenoSender(config, rtt, output);
  }

  /** Starts with the sequence number of the first data segment, after the handshake. */
  void begin(int firstSequence, int peerMaxOutstanding) {
    inFlight.begin(firstSequence);
    closes.begin(firstSequence);
  }

  /**
   * Handles an acknowledgement of at most SND.NXT − 1.
   *
   * @param isBare true if it acknowledges SND.UNA − 1 and the segment carries nothing else, so that
   *     it may be a duplicate
   * @return number of EACKs of segments that were never sent
   */
  abstract int acknowledged(long nowNanos, Segment segment, boolean isBare);

  abstract void timeout(long nowNanos);

  /** Sends a NUL, which the other end must acknowledge; only on an idle connection. */
  abstract void probe(long nowNanos);

  /** Sends what window, receiver and pacing allow. */
  abstract void transmitWhatFits(long nowNanos);

  /**
   * Follows a router's request: the router has reduced the window and discarded segments. Both are
   * one congestion event, so that further losses of this window do not reduce it again (papers'
   * Active Congestion Control §3.1, §4.2.4). A request that quotes the previous epoch only reports
   * further losses, because the window was reduced already.
   *
   * @return true if it quotes the present window and epoch, and there is anything left to answer
   */
  abstract boolean request(long nowNanos, int quotedSequence, RouterState asked);

  /** Returns the number of segments that count against the window. */
  abstract int flight();

  abstract SenderState state();

  /** Returns the congestion window, in packets. */
  abstract double cwnd();

  /** Returns the slow-start threshold, in packets. */
  abstract double ssthresh();

  /** Returns true if everything was sent and acknowledged. */
  final boolean isDrained() {
    return queue.isEmpty() && inFlight.isEmpty();
  }

  /** Handles the peer's close and its last acknowledgement; true if every message has arrived. */
  final boolean hasDeliveredAll(int acknowledgement) {
    if (inFlight.contains(acknowledgement)) {
      acks.readLast(acknowledgement);
    }
    return queue.isEmpty() && inFlight.messages() == 0;
  }

  /** Limits the rate of data; 0 for no limit. */
  final void limitRate(long nowNanos, double bitsPerSecond) {
    times.limit(nowNanos, bitsPerSecond);
    transmitWhatFits(nowNanos);
  }

  /** Returns the earliest deadline, at which {@link #wake} must be called. */
  final long deadlineNanos() {
    return times.deadlineNanos();
  }

  /** Handles due deadlines. */
  final void wake(long nowNanos) {
    if (times.takePaceDue(nowNanos)) {
      transmitWhatFits(nowNanos);
    }
    if (times.isTimeoutDue(nowNanos)) {
      silentTimeouts++;
      timeout(nowNanos);
    }
  }

  /** Returns true if the receiver has everything in flight but its application does not read. */
  final boolean isReceiverPaused() {
    return inFlight.eacked() == inFlight.size();
  }

  /** Resets the count of silent timeouts after the peer has answered a probe. */
  final void heard() {
    if (isReceiverPaused()) {
      silentTimeouts = 0;
    }
  }

  final void clear() {
    inFlight.clear();
    queue.clear();
  }

  final int heldBuffers() {
    return queue.size() + inFlight.messages();
  }
}
