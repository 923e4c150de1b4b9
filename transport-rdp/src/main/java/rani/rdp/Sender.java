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
  /** Duplicate acknowledgements that tell of a loss (RFC 5681 §3.2). */
  static final int DUPLICATES = 3;

  /** Transmits the segments of a sender. */
  interface Output {
    /**
     * Sends what an entry holds.
     *
     * @param again whether not for the first time
     */
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

  /** One that behaves as its profile says. */
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

  /** The handshake is done: data begins with a sequence number. */
  void begin(int firstSequence, int peerMaxOutstanding) {
    inFlight.begin(firstSequence);
    closes.begin(firstSequence);
  }

  /**
   * An acknowledgement came, of at most SND.NXT − 1.
   *
   * @param isBare whether it acknowledges SND.UNA − 1 and the segment carries nothing else, so that
   *     it may be a duplicate
   * @return how many EACKs named what was never sent
   */
  abstract int acknowledged(long nowNanos, Segment segment, boolean isBare);

  /** The retransmission timer has expired. */
  abstract void timeout(long nowNanos);

  /** Sends a NUL, which the other end must acknowledge; only on an idle connection. */
  abstract void probe(long nowNanos);

  /** Sends what window, receiver and pace let go. */
  abstract void transmitWhatFits(long nowNanos);

  /**
   * A router has cut the window and discarded some segments: one congestion event, so that further
   * losses of this window do not cut it again (papers' Active Congestion Control §3.1, §4.2.4). If
   * it quotes the previous epoch, the window was already cut for it, and these segments are lost as
   * well.
   *
   * @return whether it quotes the present window and epoch, and there is anything left to answer
   */
  abstract boolean request(long nowNanos, int quotedSequence, RouterState asked);

  /** Segments that count against the window. */
  abstract int flight();

  abstract SenderState state();

  /** The congestion window, in packets. */
  abstract double cwnd();

  /** The slow-start threshold, in packets. */
  abstract double ssthresh();

  /** What measures its round trips. */
  final RttEstimator rtt() {
    return rtt;
  }

  /** What is still to be sent. */
  final SendQueue queue() {
    return queue;
  }

  /** Whether everything was sent and acknowledged. */
  final boolean isDrained() {
    return queue.isEmpty() && inFlight.isEmpty();
  }

  /**
   * The other end closes.
   *
   * @param acknowledgement the last one it has, if it is one that was sent
   * @return whether every message has arrived
   */
  final boolean hasDeliveredAll(int acknowledgement) {
    if (inFlight.contains(acknowledgement)) {
      acks.readLast(acknowledgement);
    }
    return queue.isEmpty() && !inFlight.hasMessages();
  }

  /** Whether the next data segment is to say CWR; asking takes the wish back. */
  final boolean takeCwr() {
    return closes.takeCwr();
  }

  /** Whether a segment of that number is on its way, so that a router may quote it. */
  final boolean isOnItsWay(int sequence) {
    return inFlight.contains(sequence);
  }

  /** Sends data no faster than a router asks for; 0 for as fast as the window lets it. */
  final void limitRate(long nowNanos, double bitsPerSecond) {
    times.limit(nowNanos, bitsPerSecond);
    transmitWhatFits(nowNanos);
  }

  /** Whether a deadline of this half has come; {@link #wake} then does what is due. */
  final long deadlineNanos() {
    return times.deadlineNanos();
  }

  /** A deadline has come. */
  final void wake(long nowNanos) {
    if (times.takePaceDue(nowNanos)) {
      transmitWhatFits(nowNanos);
    }
    if (times.isTimeoutDue(nowNanos)) {
      silentTimeouts++;
      timeout(nowNanos);
    }
  }

  /** Whether the retransmission timer has expired. */
  final boolean isTimeoutDue(long nowNanos) {
    return times.isTimeoutDue(nowNanos);
  }

  /** Retransmissions in a row that nothing has answered. */
  final int silentTimeouts() {
    return silentTimeouts;
  }

  /** Whether the receiver has everything in flight, and its application does not read. */
  final boolean isReceiverPaused() {
    return inFlight.eacked() == inFlight.size();
  }

  /** The peer has answered a probe. */
  final void heard() {
    if (isReceiverPaused()) {
      silentTimeouts = 0;
    }
  }

  /** Releases every message. */
  final void clear() {
    inFlight.clear();
    queue.clear();
  }

  /** Buffers that live here. */
  final int heldBuffers() {
    return queue.size() + inFlight.messages();
  }

  final int una() {
    return inFlight.una();
  }

  final int next() {
    return inFlight.next();
  }

  final int epoch() {
    return closes.epoch();
  }

  /** What it has counted. */
  final SenderCounts counts() {
    return counts;
  }
}
