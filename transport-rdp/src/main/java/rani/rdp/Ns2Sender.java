// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.MultiplicativeDecrease;
import rani.rdp.congestion.Ns2RttEstimator;
import rani.rdp.congestion.Ns2Window;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.Sequence;

/**
 * Base of ns-2.35's one-way TCP agents ({@code tcp.cc}) with their defaults. With them a comparison
 * with ns-2 compares networks and not senders. Deviations of the agents from the RFCs are kept.
 * After a timeout everything beyond SND.UNA is sent again as the window opens (go-back-N), whatever
 * EACKs have named. The receiver's window counts from SND.UNA. A loss halves the window in use.
 *
 * <p>Not modelled: {@code overhead_} and {@code maxburst_}, which are 0 by default in ns-2; F-RTO,
 * Quick-Start and other options that are off by default; {@code boot_time_}, the random phase of
 * the clock. Two properties of RDP remain: segments that the receiver's application does not read
 * are not lost, and retries are limited.
 */
abstract sealed class Ns2Sender extends Sender permits Ns2RenoSender, Ns2SackSender {
  /** Cause of the last window reduction ({@code last_cwnd_action_}). */
  enum Action {
    NONE,
    DUPLICATES,
    TIMEOUT,
    MARK,
    RECOVERED
  }

  static final int NO_LIMIT = Integer.MAX_VALUE;

  final Ns2RttEstimator timer;
  final Ns2Window window;
  private final boolean limitedTransmit;
  private final Output output;

  SenderState state = SenderState.IDLE;
  Action lastAction = Action.NONE;

  /** Number of segments that may be sent beyond SND.UNA − 1 ({@code window_}). */
  int receiverWindow = 1;

  /** Next sequence number to send; below SND.NXT it is a retransmission ({@code t_seqno_}). */
  int toSend;

  /** Last sequence number sent when the window was reduced. */
  int recover;

  private int first;

  int duplicates;

  /** True if the window was not used up, so that new messages can be sent at once. */
  private boolean waits = true;

  private boolean timing;
  private int timedSequence;
  private long timedSinceNanos;

  Ns2Sender(RdpConfig config, Ns2RttEstimator rtt, Output output) {
    super(config, rtt);
    CongestionConfig congestion = config.congestion();
    this.timer = rtt;
    this.window = new Ns2Window(congestion.initialWindow(), congestion.initialSsthresh());
    this.limitedTransmit = congestion.limitedTransmit();
    this.output = output;
  }

  @Override
  void begin(int firstSequence, int peerMaxOutstanding) {
    super.begin(firstSequence, peerMaxOutstanding);
    first = firstSequence;
    toSend = firstSequence;
    recover = firstSequence - 1;
    receiverWindow = Math.min(peerMaxOutstanding, RdpConfig.WINDOW_SEGMENTS_MAX);
  }

  // Acknowledgements.

  @Override
  int acknowledged(long nowNanos, Segment segment, boolean isBare) {
    boolean echoes = heedMark(segment);
    acks.read(segment);
    if (acks.hasNews()) {
      silentTimeouts = 0;
    }
    if (acks.covered > 0) {
      advanced(nowNanos, segment, echoes);
    } else if (isBare && !inFlight.isEmpty() && !inFlight.at(inFlight.una()).eacked) {
      duplicate(nowNanos, segment);
    }
    if (inFlight.isEmpty()) {
      times.stopTimer();
    }
    return acks.nonsense;
  }

  /** Handles an acknowledgement of new data, which may echo a congestion mark. */
  abstract void advanced(long nowNanos, Segment segment, boolean echoes);

  abstract void duplicate(long nowNanos, Segment segment);

  /** Handles an acknowledgement of new data outside of recovery. */
  final void newAck(long nowNanos) {
    duplicates = 0;
    skipAcknowledged();
    if (timing && !Sequence.isBefore(inFlight.una() - 1, timedSequence)) {
      timing = false;
      timer.timed(timedSinceNanos, nowNanos);
    }
    times.restart(nowNanos);
  }

  /** Stops timing a segment acknowledged in recovery, whose round trip is not known. */
  final void forgetTimed() {
    if (timing && !Sequence.isBefore(inFlight.una() - 1, timedSequence)) {
      timing = false;
      timer.forgetBackOff();
    }
  }

  /** Skips acknowledged segments, which need no retransmission. */
  final void skipAcknowledged() {
    if (Sequence.isBefore(toSend, inFlight.una())) {
      toSend = inFlight.una();
    }
  }

  /** Grows the window by one acknowledgement, unless the acknowledgement echoes a mark. */
  final void open(boolean echoes) {
    if (!echoes) {
      window.open();
    }
    showOpen();
  }

  private void showOpen() {
    state = SenderState.growing(window.cwnd(), window.ssthresh());
  }

  /** Responds to an echoed mark (RFC 3168 §6.1.2); returns true if there was one. */
  private boolean heedMark(Segment segment) {
    RouterState echoed = segment.routerState();
    if (echoed == null || !echoed.has(RouterState.ECE)) {
      return false;
    }
    if (Sequence.isBefore(recover, segment.acknowledgement()) || lastAction == Action.TIMEOUT) {
      counts.ecnCuts++;
      recover = inFlight.next() - 1;
      lastAction = Action.MARK;
      close();
      closes.answersMarks(inFlight.next());
    }
    return true;
  }

  // Losses.

  /**
   * Returns true if the third duplicate reveals a loss of another window ({@code bugFix_}, which is
   * RFC 6582 §3.2 step 2), or of the very first segment ({@code bugfix_ss_}).
   */
  final boolean mayRecover() {
    return Sequence.isBefore(recover, inFlight.una() - 1) || inFlight.una() == first;
  }

  /** Handles the third duplicate: reduces the window and retransmits the first segment. */
  final void retransmitFast(long nowNanos) {
    counts.fastRetransmits++;
    recover = inFlight.next() - 1;
    close();
    recoverFrom(nowNanos, inFlight.una());
  }

  /** Retransmits one segment after the window was reduced. */
  final void recoverFrom(long nowNanos, int sequence) {
    lastAction = Action.DUPLICATES;
    restartTimer(nowNanos);
    state = SenderState.FAST_RECOVERY;
    send(nowNanos, sequence);
  }

  private void close() {
    double before = window.cwnd();
    window.halve(inUse());
    closes.closed(before, window.cwnd());
  }

  /** Restarts the timer and stops timing a segment ({@code reset_rtx_timer}). */
  private void restartTimer(long nowNanos) {
    timing = false;
    times.restart(nowNanos);
  }

  @Override
  void timeout(long nowNanos) {
    if (isReceiverPaused()) {
      timer.backOff();
      send(nowNanos, inFlight.una());
      times.restart(nowNanos);
      return;
    }
    counts.timeouts++;
    endRecovery();
    duplicates = 0;
    double before = window.cwnd();
    if (lastAction == Action.MARK && Sequence.isBefore(inFlight.una() - 1, recover)) {
      window.closeToOne(); // the mark has lowered ssthresh already
    } else {
      window.collapse(inUse());
    }
    closes.closed(before, window.cwnd());
    recover = inFlight.next() - 1;
    lastAction = Action.TIMEOUT;
    timer.backOff();
    restartTimer(nowNanos);
    toSend = inFlight.una();
    state = SenderState.RETRANSMISSION_TIMEOUT;
    sendMuch(nowNanos, NO_LIMIT);
  }

  abstract void endRecovery();

  /** Returns the window that bounds transmissions, in packets ({@code windowd}). */
  abstract double inUse();

  /**
   * Handles a router's request like a third duplicate after the window reduction, or like a mark
   * with a third duplicate after it. The ns-2 agents have no way to learn of single losses beyond
   * the first.
   */
  @Override
  boolean request(long nowNanos, int quotedSequence, RouterState asked) {
    if (!inFlight.contains(quotedSequence) || lastAction == Action.DUPLICATES) {
      return false;
    }
    return switch (closes.since(asked.epoch())) {
      case 0 -> close(nowNanos, quotedSequence, asked);
      case 1 -> letGo(nowNanos, quotedSequence, asked);
      default -> false;
    };
  }

  private boolean close(long nowNanos, int quotedSequence, RouterState asked) {
    counts.requestsTaken++;
    double before = window.cwnd();
    double least = MultiplicativeDecrease.PACKETS_MIN;
    window.set(
        Math.clamp(asked.cwnd(), 1, Math.max(1, before)),
        Math.clamp(asked.ssthresh(), least, Math.max(least, before)));
    closes.closed(before, window.cwnd());
    closes.answersMarks(inFlight.next());
    recover = inFlight.next() - 1;
    if (asked.lost() == 0) {
      lastAction = Action.MARK;
      showOpen();
    } else {
      recoverAsked(nowNanos, quotedSequence, asked);
    }
    sendMuch(nowNanos, NO_LIMIT);
    return true;
  }

  /** Handles losses after a mark, which has reduced the window already. */
  private boolean letGo(long nowNanos, int first, RouterState asked) {
    InFlight.Entry entry = inFlight.at(first);
    if (lastAction != Action.MARK || asked.lost() == 0 || entry.eacked || entry.isRetransmitted()) {
      return false;
    }
    recoverAsked(nowNanos, first, asked);
    sendMuch(nowNanos, NO_LIMIT);
    return true;
  }

  private void recoverAsked(long nowNanos, int lost, RouterState asked) {
    counts.segmentsLetGo += Math.min(asked.lost(), inFlight.next() - lost);
    recoverFrom(nowNanos, lost);
    requested();
  }

  /** Notes that a router's request has started a recovery. */
  abstract void requested();

  // Transmission.

  /** Sends what the window allows, at most {@code atMost} segments ({@code send_much}). */
  final void sendMuch(long nowNanos, int atMost) {
    int sent = 0;
    boolean mayGo = true;
    while (sent < atMost && mayGo && fits()) {
      mayGo = !times.holdsBack(nowNanos) && sendNext(nowNanos);
      sent++;
    }
    waits = !mayGo;
  }

  /** Returns true if window, pipe and receiver allow one more segment. */
  abstract boolean fits();

  abstract boolean sendNext(long nowNanos);

  /**
   * Sends new messages and paced segments. Segments that an acknowledgement allows were sent when
   * it arrived.
   */
  @Override
  final void transmitWhatFits(long nowNanos) {
    if (waits) {
      sendMuch(nowNanos, NO_LIMIT);
    }
  }

  /** Sends a segment by limited transmit (RFC 3042; {@code singledup_}, {@code send_one}). */
  final void sendLimited(long nowNanos) {
    if (state != SenderState.RETRANSMISSION_TIMEOUT) {
      state = SenderState.OUT_OF_SEQUENCE;
    }
    int ahead = toSend - inFlight.una();
    if (limitedTransmit
        && ahead < receiverWindow
        && ahead + 1 <= window.cwnd() + duplicates
        && hasMore()) {
      send(nowNanos, toSend++);
    }
  }

  final boolean hasMore() {
    return toSend != inFlight.next() || !queue.isEmpty();
  }

  final void send(long nowNanos, int sequence) {
    if (sequence == inFlight.next()) {
      restartAfterIdle(nowNanos);
      sendNew(nowNanos, queue.remove());
    } else {
      counts.retransmissions++;
      InFlight.Entry entry = inFlight.at(sequence);
      inFlight.resent(nowNanos, entry);
      put(nowNanos, entry, true);
    }
  }

  /** Reduces the window after idle time, as the timer does that ns-2 keeps running. */
  private void restartAfterIdle(long nowNanos) {
    if (state == SenderState.IDLE) {
      showOpen();
    } else if (inFlight.isEmpty() && times.isIdle(nowNanos)) {
      window.closeToOne();
      showOpen();
    }
  }

  private void sendNew(long nowNanos, @Nullable ByteBuf message) {
    InFlight.Entry entry = inFlight.add(nowNanos, message);
    if (!timing) {
      timing = true;
      timedSequence = entry.sequence;
      timedSinceNanos = nowNanos;
    }
    put(nowNanos, entry, false);
  }

  private void put(long nowNanos, InFlight.Entry entry, boolean again) {
    counts.segmentsSent++;
    times.sent(nowNanos, window.cwnd(), entry.bytes);
    output.transmit(nowNanos, entry, again);
  }

  @Override
  void probe(long nowNanos) {
    sendNew(nowNanos, null);
    toSend++;
  }

  // State.

  @Override
  SenderState state() {
    return state;
  }

  @Override
  double cwnd() {
    return window.cwnd();
  }

  @Override
  double ssthresh() {
    return window.ssthresh();
  }
}
