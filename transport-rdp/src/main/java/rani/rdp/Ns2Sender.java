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
 * What ns-2.35's one-way TCP agents have in common ({@code tcp.cc}), with their defaults, so that a
 * comparison with ns-2 is one of networks and not of senders. Where the agents leave the RFCs, this
 * does, too: after a timeout everything beyond SND.UNA is sent again as the window opens (go back
 * N), whatever EACKs have named; the receiver's window counts from SND.UNA; a loss halves the
 * window in use.
 *
 * <p>Not modelled: {@code overhead_} and {@code maxburst_}, which are 0 in ns-2 unless asked for;
 * F-RTO, Quick-Start and the other options that are off; {@code boot_time_}, the random phase of
 * the clock. RDP's own remain: a segment that its receiver's application does not take is no loss,
 * and retries have a limit.
 */
abstract sealed class Ns2Sender extends Sender permits Ns2RenoSender, Ns2SackSender {
  /** What closed the window last ({@code last_cwnd_action_}). */
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

  /** The most that may go beyond SND.UNA − 1 ({@code window_}). */
  int receiverWindow = 1;

  /** The next one to go; below SND.NXT it goes again ({@code t_seqno_}). */
  int toSend;

  /** The last number sent as the window was closed. */
  int recover;

  /** The first data segment. */
  private int first;

  int duplicates;

  /** Whether what the window let go last was all there was, so that news from the user goes. */
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

  // What comes.

  @Override
  int acknowledged(long nowNanos, Segment segment, boolean isBare) {
    boolean echoes = heedMark(segment);
    acks.read(segment);
    if (acks.hasNews()) {
      silentTimeouts = 0;
    }
    if (acks.covered() > 0) {
      advanced(nowNanos, segment, echoes);
    } else if (isBare && !inFlight.isEmpty() && !inFlight.at(inFlight.una()).isEacked()) {
      duplicate(nowNanos, segment);
    }
    if (inFlight.isEmpty()) {
      times.stopTimer();
    }
    return acks.nonsense();
  }

  /** New data was acknowledged, perhaps with an echoed mark. */
  abstract void advanced(long nowNanos, Segment segment, boolean echoes);

  /** The same number was acknowledged again. */
  abstract void duplicate(long nowNanos, Segment segment);

  /** Outside of recovery new data was acknowledged. */
  final void newAck(long nowNanos) {
    duplicates = 0;
    skipAcknowledged();
    if (timing && !Sequence.isBefore(inFlight.una() - 1, timedSequence)) {
      timing = false;
      timer.timed(timedSinceNanos, nowNanos);
    }
    times.restart(nowNanos);
  }

  /** In a recovery the timed one is acknowledged; what it waited for is not known. */
  final void forgetTimed() {
    if (timing && !Sequence.isBefore(inFlight.una() - 1, timedSequence)) {
      timing = false;
      timer.forgetBackOff();
    }
  }

  /** What is acknowledged need not go again. */
  final void skipAcknowledged() {
    if (Sequence.isBefore(toSend, inFlight.una())) {
      toSend = inFlight.una();
    }
  }

  /** The window opens by one acknowledgement, unless that echoes a mark. */
  final void open(boolean echoes) {
    if (!echoes) {
      window.open();
    }
    showOpen();
  }

  private void showOpen() {
    state =
        window.cwnd() < window.ssthresh()
            ? SenderState.SLOW_START
            : SenderState.CONGESTION_AVOIDANCE;
  }

  /** RFC 3168 §6.1.2; whether a mark is echoed. */
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

  // What was lost.

  /**
   * Whether the third duplicate tells of another window's loss ({@code bugFix_}, which is RFC 6582
   * §3.2 step 2), or of the very first segment's ({@code bugfix_ss_}).
   */
  final boolean mayRecover() {
    return Sequence.isBefore(recover, inFlight.una() - 1) || inFlight.una() == first;
  }

  /** The third duplicate: the window is closed and the first one goes again. */
  final void retransmitFast(long nowNanos) {
    counts.fastRetransmits++;
    recover = inFlight.next() - 1;
    close();
    recoverFrom(nowNanos, inFlight.una());
  }

  /** The window is closed; one segment goes again. */
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

  /** The timer begins again, and nothing is timed ({@code reset_rtx_timer}). */
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
      window.closeToOne(); // the mark has lowered ssthresh
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

  /** Nothing of a recovery counts any more. */
  abstract void endRecovery();

  /** The window that bounds what goes, in packets ({@code windowd}). */
  abstract double inUse();

  /**
   * A router's request is taken as a third duplicate that has closed the window already, or as a
   * mark and a third duplicate after it. These agents have no way to be told of single losses
   * beyond the first.
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

  /** The mark has closed the window. */
  private boolean letGo(long nowNanos, int first, RouterState asked) {
    InFlight.Entry entry = inFlight.at(first);
    if (lastAction != Action.MARK
        || asked.lost() == 0
        || entry.isEacked()
        || entry.isRetransmitted()) {
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

  /** A router's request has begun a recovery. */
  abstract void requested();

  // What goes.

  /** Sends as much as the window lets go, but no more than so many ({@code send_much}). */
  final void sendMuch(long nowNanos, int atMost) {
    int sent = 0;
    boolean mayGo = true;
    while (sent < atMost && mayGo && fits()) {
      mayGo = !times.holdsBack(nowNanos) && sendNext(nowNanos);
      sent++;
    }
    waits = !mayGo;
  }

  /** Whether window, pipe and receiver let one more go. */
  abstract boolean fits();

  /** Sends the next one; false if there is none. */
  abstract boolean sendNext(long nowNanos);

  /** What an acknowledgement lets go has gone as it came; this is for the user's and the pace's. */
  @Override
  final void transmitWhatFits(long nowNanos) {
    if (waits) {
      sendMuch(nowNanos, NO_LIMIT);
    }
  }

  /** RFC 3042, for the first two duplicates ({@code singledup_}, {@code send_one}). */
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

  /** Sends one, for the first time or again. */
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

  /** The timer that goes on in ns-2 while nothing is on its way closes the window. */
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
      timedSequence = entry.sequence();
      timedSinceNanos = nowNanos;
    }
    put(nowNanos, entry, false);
  }

  private void put(long nowNanos, InFlight.Entry entry, boolean again) {
    counts.segmentsSent++;
    times.sent(nowNanos, window.cwnd(), entry.bytes());
    output.transmit(nowNanos, entry, again);
  }

  @Override
  void probe(long nowNanos) {
    sendNew(nowNanos, null);
    toSend++;
  }

  // What can be asked.

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
