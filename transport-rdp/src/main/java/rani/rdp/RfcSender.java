// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.LossRecoveryState.SpuriousCheck;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.CongestionControl;
import rani.rdp.congestion.MultiplicativeDecrease;
import rani.rdp.congestion.RttEstimator;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.Sequence;

/**
 * Loss detection by the RFCs, which drives the congestion control.
 *
 * <p>Losses are detected by duplicate acknowledgements and EACKs (RFC 5681 §3.2, RFC 6675) and by
 * timeout (RFC 6298); a spurious timeout is undone (RFC 5682). {@link Transmission} schedules
 * segments, {@link CongestionControl} sizes the window.
 */
final class RfcSender extends Sender {
  private final CongestionControl control;
  private final CongestionConfig congestion;
  private final LossRecoveryState loss = new LossRecoveryState();
  private final Transmission transmission;

  /** True if a router's request has reduced the window for losses up to {@link #answeredUntil}. */
  private boolean answered;

  private int answeredUntil;

  private int flightBeforeAck;
  private int timedOutSequence;
  private boolean hasTimedOut;

  RfcSender(RdpConfig config, RttEstimator rtt, Output output) {
    super(config, rtt);
    this.congestion = config.congestion();
    this.control = congestion.newControl();
    this.transmission = new Transmission(this, congestion, control, loss, output);
  }

  @Override
  void begin(int firstSequence, int peerMaxOutstanding) {
    super.begin(firstSequence, peerMaxOutstanding);
    // Before the SYN, so that the loss of the first segment can start a recovery.
    loss.recover = firstSequence - 2;
    transmission.begin(peerMaxOutstanding);
  }

  @Override
  void probe(long nowNanos) {
    transmission.transmitNew(nowNanos, null);
  }

  @Override
  int acknowledged(long nowNanos, Segment segment, boolean isBare) {
    flightBeforeAck = transmission.flight();
    acks.read(segment);
    if (acks.hasSample()) {
      rtt.sample(nowNanos - acks.sampledSentNanos(), RttEstimator.expectedSamples(acks.flight));
    }
    if (acks.hasNews()) {
      silentTimeouts = 0;
    }
    if (control.recoversByScoreboard() && acks.newlyEacked > 0 && loss.recovering) {
      inFlight.loseOvertaken(DUPLICATES);
    }
    if (acks.covered > 0) {
      advanced(nowNanos, acks.covered);
    } else if (isBare && acks.isDuplicate()) {
      duplicate(nowNanos);
    }
    heedMark(nowNanos, segment);
    transmission.transmitWhatFits(nowNanos);
    return acks.nonsense;
  }

  private void advanced(long nowNanos, int covered) {
    loss.duplicates = 0;
    loss.limitedSent = 0;
    answered &= !Sequence.isBefore(answeredUntil, inFlight.una());
    boolean restartTimer = true;
    if (loss.recovering) {
      restartTimer = advancedInRecovery(nowNanos, covered);
    } else if (loss.afterTimeout) {
      advancedAfterTimeout(nowNanos, covered);
    } else {
      if (flightBeforeAck >= transmission.window()) {
        control.acknowledged(nowNanos, covered, rtt.srttNanos());
      }
      loss.open(control);
    }
    if (inFlight.isEmpty()) {
      times.stopTimer();
    } else if (restartTimer) {
      times.restart(nowNanos);
    }
  }

  /** Handles an acknowledgement in recovery; returns true if the timer is restarted. */
  private boolean advancedInRecovery(long nowNanos, int covered) {
    if (hasRecovered()) {
      control.recovered(nowNanos, transmission.flight());
      loss.recovering = false;
      loss.open(control);
      return true;
    }
    if (!Sequence.isBefore(loss.missing, inFlight.una())) {
      return true; // segments before those that a router discarded have probably arrived
    }
    int beyond = Math.min(covered, inFlight.una() - loss.missing);
    if (!control.partiallyAcknowledged(beyond)) {
      loss.recovering = false;
      loss.open(control);
      return true;
    }
    loss.state = SenderState.PARTIAL_RECOVERY;
    InFlight.Entry hole = inFlight.at(inFlight.una());
    if (!control.recoversByScoreboard() && !hole.resent && !hole.eacked) {
      transmission.retransmit(nowNanos, hole);
    }
    boolean first = loss.firstPartial;
    loss.firstPartial = false;
    return first || control.recoversByScoreboard(); // "impatient": RFC 6582 §4
  }

  private boolean hasRecovered() {
    return !Sequence.isBefore(inFlight.una() - 1, loss.recover);
  }

  private void advancedAfterTimeout(long nowNanos, int covered) {
    if (loss.spurious == SpuriousCheck.SENT_NEW) {
      undoTimeout();
      return;
    }
    if (hasRecovered()) {
      loss.afterTimeout = false;
      loss.spurious = SpuriousCheck.NONE;
    } else if (loss.spurious == SpuriousCheck.RETRANSMITTED
        && !queue.isEmpty()
        && transmission.mayAdd()) {
      // RFC 5682 §2.1 (2b): new segments instead of retransmissions.
      loss.spurious = SpuriousCheck.SENT_NEW;
      for (int i = 0; i < 2 && !queue.isEmpty() && transmission.mayAdd(); i++) {
        transmission.transmitNew(nowNanos, queue.remove());
      }
      return;
    } else {
      loss.spurious = SpuriousCheck.NONE;
    }
    control.acknowledged(nowNanos, covered, rtt.srttNanos());
    loss.open(control);
  }

  private void undoTimeout() {
    counts.spuriousTimeouts++;
    loss.spurious = SpuriousCheck.NONE;
    loss.afterTimeout = false;
    inFlight.loseNothing();
    control.undoTimeout();
    loss.open(control);
  }

  private void duplicate(long nowNanos) {
    if (loss.afterTimeout && loss.spurious != SpuriousCheck.NONE) {
      // RFC 5682 §2.1 (2a), (3a): the timeout was not spurious.
      loss.spurious = SpuriousCheck.NONE;
      return;
    }
    loss.duplicates++;
    boolean tellsOfLoss =
        loss.duplicates >= DUPLICATES
            || (control.recoversByScoreboard() && inFlight.isFirstOvertaken(DUPLICATES));
    if (loss.recovering) {
      control.duplicate();
      if (tellsOfLoss && Sequence.isBefore(inFlight.una(), loss.missing)) {
        loss.missing = inFlight.una(); // lost before the segments that a router discarded
        retransmitOnce(nowNanos);
      }
    } else if (!tellsOfLoss) {
      if (!loss.afterTimeout) {
        loss.state = SenderState.OUT_OF_SEQUENCE;
      }
    } else if (mayRecover()) {
      recoverFast(nowNanos);
    }
  }

  /**
   * Returns true if duplicates reveal a loss of another window than the last; otherwise
   * retransmissions may have caused them. The condition is "covers more than recover" (RFC 6582
   * §3.2 step 2), which ns-2's {@code bugFix_} asks of Reno as well. With a scoreboard it is
   * "greater than or equal" (RFC 6675 §5.1). A window reduction that a router requested is not
   * repeated.
   */
  private boolean mayRecover() {
    if (answered && !loss.afterTimeout) {
      return true;
    }
    return control.recoversByScoreboard()
        ? hasRecovered()
        : Sequence.isBefore(loss.recover, inFlight.una() - 1);
  }

  private void retransmitOnce(long nowNanos) {
    InFlight.Entry first = inFlight.at(inFlight.una());
    if (!first.resent) {
      transmission.retransmit(nowNanos, first);
    }
  }

  private void recoverFast(long nowNanos) {
    if (answered && inFlight.at(inFlight.una()).resent) {
      return; // already retransmitted
    }
    counts.fastRetransmits++;
    if (answered) {
      // The duplicates have left the network all the same (RFC 5681 §3.2 step 3).
      for (int i = 0; i < DUPLICATES; i++) {
        control.duplicate();
      }
    } else {
      double before = control.cwnd();
      control.lossDetected(nowNanos, Math.max(1, transmission.outstanding() - loss.limitedSent));
      closes.closed(before, control.ssthresh());
    }
    beginRecovery();
    InFlight.Entry first = inFlight.at(inFlight.una());
    if (control.recoversByScoreboard()) {
      inFlight.loseOvertaken(DUPLICATES);
    }
    transmission.retransmit(nowNanos, first);
    times.restart(nowNanos);
  }

  private void beginRecovery() {
    loss.recovering = true;
    loss.afterTimeout = false;
    loss.spurious = SpuriousCheck.NONE;
    loss.firstPartial = true;
    loss.rescued = false;
    loss.limitedSent = 0;
    loss.recover = inFlight.next() - 1;
    loss.missing = inFlight.una();
    inFlight.beginRecovery();
    loss.state = SenderState.FAST_RECOVERY;
  }

  /** Responds to an echoed mark (RFC 3168 §6.1.2), once per window and never in recovery. */
  private void heedMark(long nowNanos, Segment segment) {
    RouterState echoed = segment.routerState();
    if (echoed == null || !echoed.has(RouterState.ECE) || loss.recovering || loss.afterTimeout) {
      return;
    }
    if (!closes.isNews(inFlight.una())) {
      return; // no segment sent after the reduction has been acknowledged
    }
    counts.ecnCuts++;
    double before = control.cwnd();
    control.marked(nowNanos, Math.max(1, transmission.flight()));
    closes.closed(before, control.cwnd());
    closes.answersMarks(inFlight.next());
    loss.open(control);
  }

  @Override
  boolean request(long nowNanos, int quotedSequence, RouterState asked) {
    if (!inFlight.contains(quotedSequence)) {
      return false;
    }
    return switch (closes.since(asked.epoch())) {
      case 0 -> close(nowNanos, quotedSequence, asked);
      case 1 -> letGo(nowNanos, quotedSequence, asked);
      default -> false;
    };
  }

  private boolean close(long nowNanos, int dropped, RouterState asked) {
    if (loss.recovering) {
      return false;
    }
    counts.requestsTaken++;
    double before = control.cwnd();
    double least = MultiplicativeDecrease.PACKETS_MIN;
    double ssthresh = Math.clamp(asked.ssthresh(), least, Math.max(least, before));
    // A request never opens the window.
    double cwnd = Math.clamp(asked.cwnd(), 1, Math.max(1, before));
    control.set(nowNanos, cwnd, ssthresh);
    closes.closed(before, control.cwnd());
    answered = true;
    answeredUntil = inFlight.next() - 1;
    closes.answersMarks(inFlight.next());
    if (asked.lost() == 0) {
      loss.open(control); // a mark without a loss
    } else {
      beginRecovery();
      loss.missing = dropped;
      counts.segmentsLetGo += lose(dropped, asked.lost());
      InFlight.Entry first = inFlight.at(dropped);
      if (!first.eacked) {
        transmission.retransmit(nowNanos, first); // like the third duplicate (RFC 5681 §3.2)
      }
      times.restart(nowNanos);
    }
    transmission.transmitWhatFits(nowNanos);
    return true;
  }

  /**
   * Handles losses in a window that was reduced without a loss: starts a recovery, as a third
   * duplicate would, without another reduction.
   */
  private boolean letGo(long nowNanos, int first, RouterState asked) {
    int taken = lose(first, asked.lost());
    counts.segmentsLetGo += taken;
    InFlight.Entry missing = inFlight.firstLost();
    if (taken > 0 && missing != null && !loss.recovering && !loss.afterTimeout) {
      beginRecovery();
      loss.missing = missing.sequence;
      transmission.retransmit(nowNanos, missing);
      times.restart(nowNanos);
    }
    transmission.transmitWhatFits(nowNanos);
    return taken > 0;
  }

  /** Marks segments lost that were sent once; returns their number. */
  private int lose(int first, int count) {
    int taken = 0;
    int end = first + Math.min(count, inFlight.next() - first);
    for (int sequence = first; sequence != end; sequence++) {
      InFlight.Entry entry = inFlight.at(sequence);
      if (!entry.isRetransmitted() && inFlight.lose(entry)) {
        taken++;
      }
    }
    return taken;
  }

  @Override
  void timeout(long nowNanos) {
    rtt.backOff();
    InFlight.Entry first = inFlight.at(inFlight.una());
    if (isReceiverPaused()) {
      // Nothing is lost, because the receiver's application does not read. The retransmission
      // probes the receiver.
      transmission.retransmit(nowNanos, first);
      times.restart(nowNanos);
      return;
    }
    counts.timeouts++;
    boolean again = hasTimedOut && timedOutSequence == inFlight.una();
    hasTimedOut = true;
    timedOutSequence = inFlight.una();
    loss.spurious =
        congestion.undoSpuriousTimeouts() && !again && !loss.recovering
            ? SpuriousCheck.RETRANSMITTED
            : SpuriousCheck.NONE;
    double before = loss.recovering ? control.ssthresh() : control.cwnd();
    control.timedOut(nowNanos, flightAtTimeout(), again);
    if (!again) {
      closes.closed(before, control.cwnd());
    }
    loss.recovering = false;
    loss.afterTimeout = true;
    loss.duplicates = 0;
    loss.limitedSent = 0;
    loss.recover = inFlight.next() - 1;
    inFlight.loseAll();
    inFlight.beginRecovery();
    loss.state = SenderState.RETRANSMISSION_TIMEOUT;
    InFlight.Entry lost = inFlight.firstLost();
    transmission.retransmit(nowNanos, lost == null ? first : lost);
    times.restart(nowNanos);
  }

  /**
   * Returns FlightSize (RFC 5681 §3.1, equation 4), but at most the window without its inflation by
   * duplicates. Otherwise a timeout late in a recovery would raise ssthresh.
   */
  private int flightAtTimeout() {
    double window = loss.recovering ? control.ssthresh() : control.cwnd();
    return Math.max(1, (int) Math.min(transmission.outstanding(), window));
  }

  @Override
  void transmitWhatFits(long nowNanos) {
    transmission.transmitWhatFits(nowNanos);
  }

  @Override
  int flight() {
    return transmission.flight();
  }

  @Override
  SenderState state() {
    return loss.state;
  }

  @Override
  double cwnd() {
    return control.cwnd();
  }

  @Override
  double ssthresh() {
    return control.ssthresh();
  }
}
