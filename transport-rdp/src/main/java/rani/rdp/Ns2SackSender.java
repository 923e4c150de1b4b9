// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.congestion.Ns2RttEstimator;
import rani.rdp.segment.Segment;
import rani.rdp.segment.Sequence;

/**
 * ns-2.35's agent TCP/Sack1 ({@code tcp-sack1.cc}). Unlike RFC 6675, the pipe is a counter. It
 * starts recovery with the outstanding segments less three. An acknowledgement takes one off, a
 * partial one two, and a transmission adds one. There is no rescue retransmission, and every hole
 * below an EACK counts as lost at once. A timeout clears the scoreboard.
 */
final class Ns2SackSender extends Ns2Sender {
  private final Ns2Scoreboard scoreboard = new Ns2Scoreboard();

  private boolean recovering;
  private int pipe;

  /** True from a timeout to the next new acknowledgement; meanwhile EACKs are ignored. */
  private boolean timedOut;

  /** SND.UNA − 1 at the start of recovery ({@code last_ack_}). */
  private int lastAck;

  Ns2SackSender(RdpConfig config, Ns2RttEstimator rtt, Output output) {
    super(config, rtt, output);
  }

  @Override
  void begin(int firstSequence, int peerMaxOutstanding) {
    super.begin(firstSequence, peerMaxOutstanding);
    lastAck = firstSequence - 1;
  }

  @Override
  void advanced(long nowNanos, Segment segment, boolean echoes) {
    if (!recovering) {
      leave(nowNanos);
      open(echoes);
      sendMuch(nowNanos, NO_LIMIT);
      return;
    }
    pipe--;
    if (Sequence.isBefore(inFlight.una() - 1, recover)) {
      scoreboard.update(inFlight.una(), segment.eacks());
      pipe--; // the retransmission has arrived as well
      times.restart(nowNanos);
      timer.forgetBackOff();
      state = SenderState.PARTIAL_RECOVERY;
    } else {
      recovering = false;
      recover = inFlight.una() - 2; // so that the next loss can start a recovery at once
      leave(nowNanos);
      open(true);
    }
    sendMuch(nowNanos, NO_LIMIT);
  }

  private void leave(long nowNanos) {
    lastAck = inFlight.una() - 1;
    newAck(nowNanos);
    timedOut = false;
    scoreboard.clear();
  }

  @Override
  void duplicate(long nowNanos, Segment segment) {
    if (recovering) {
      pipe--;
      scoreboard.update(inFlight.una(), segment.eacks());
      sendMuch(nowNanos, NO_LIMIT);
    } else if (!timedOut && scoreboard.update(inFlight.una(), segment.eacks())) {
      duplicates++;
      if (duplicates == DUPLICATES) {
        thirdDuplicate(nowNanos);
      } else if (duplicates < DUPLICATES) {
        sendLimited(nowNanos);
      }
    }
  }

  private void thirdDuplicate(long nowNanos) {
    if (!mayRecover() && lastAction != Action.MARK) {
      return;
    }
    pipe = inFlight.size() - DUPLICATES;
    recovering = true;
    scoreboard.sentAgain(inFlight.una());
    if (mayRecover()) {
      retransmitFast(nowNanos);
    } else {
      recoverFrom(nowNanos, inFlight.una()); // the mark has reduced the window already
    }
  }

  @Override
  void endRecovery() {
    recovering = false;
    timedOut = true;
    lastAck = inFlight.una() - 1;
    scoreboard.clear();
  }

  @Override
  void requested() {
    recovering = true;
    pipe = inFlight.size() - 1;
  }

  @Override
  boolean fits() {
    return recovering
        ? pipe < (int) window.cwnd()
        : scoreboard.nextHole(inFlight.una()) == Ns2Scoreboard.NONE && toSend - lastAck <= bound();
  }

  @Override
  boolean sendNext(long nowNanos) {
    int hole = recovering ? scoreboard.nextHole(inFlight.una()) : Ns2Scoreboard.NONE;
    boolean goesAgain = hole != Ns2Scoreboard.NONE;
    int sequence = goesAgain ? hole : toSend;
    if (sequence - inFlight.una() >= bound() || !goesAgain && !hasMore()) {
      return false;
    }
    if (goesAgain) {
      scoreboard.sentAgain(sequence);
    }
    if (!Sequence.isBefore(sequence, toSend)) {
      toSend = sequence + 1;
    }
    pipe++;
    send(nowNanos, sequence);
    return true;
  }

  private int bound() {
    return recovering ? receiverWindow : (int) inUse();
  }

  @Override
  double inUse() {
    return Math.min(window.cwnd(), receiverWindow);
  }

  @Override
  int flight() {
    return recovering ? Math.max(pipe, 0) : toSend - inFlight.una();
  }
}
