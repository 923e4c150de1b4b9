// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.congestion.NewReno;
import rani.rdp.congestion.Ns2RttEstimator;
import rani.rdp.segment.Segment;
import rani.rdp.segment.Sequence;

/**
 * ns-2.35's agents TCP/Reno ({@code tcp-reno.cc}) and TCP/Newreno ({@code tcp-newreno.cc}). Every
 * duplicate acknowledgement counts, whatever its EACKs. Unlike RFC 6582, the acknowledgement that
 * ends a recovery opens the window as well, and NewReno sends at most two packets per
 * acknowledgement in recovery.
 */
final class Ns2RenoSender extends Ns2Sender {
  private static final int RECOVERY_BURST = 2;

  private final boolean newReno;

  /** Window inflation by duplicate acknowledgements ({@code dupwnd_}). */
  private int inflation;

  private boolean hasRestartedTimer;

  Ns2RenoSender(RdpConfig config, Ns2RttEstimator rtt, Output output) {
    super(config, rtt, output);
    this.newReno = config.congestion().control() instanceof NewReno.Provider;
  }

  @Override
  void advanced(long nowNanos, Segment segment, boolean echoes) {
    if (newReno
        && lastAction == Action.DUPLICATES
        && Sequence.isBefore(inFlight.una() - 1, recover)) {
      partiallyAcknowledged(nowNanos);
    } else {
      if (lastAction == Action.DUPLICATES && (inflation > 0 || !newReno)) {
        lastAction = Action.RECOVERED;
      }
      inflation = 0;
      hasRestartedTimer = false;
      newAck(nowNanos);
      open(echoes);
    }
    sendMuch(nowNanos);
  }

  /**
   * Handles a partial acknowledgement ({@code partial_window_deflation_}). Restarts the timer for
   * the first one only ({@code newreno_changes1_}).
   */
  private void partiallyAcknowledged(long nowNanos) {
    if (!hasRestartedTimer) {
      hasRestartedTimer = true;
      times.restart(nowNanos);
    }
    int covered = acks.covered;
    if (inflation > covered) {
      inflation -= covered - 1;
    } else {
      window.deflate(covered - inflation);
      inflation = 1;
    }
    skipAcknowledged();
    forgetTimed();
    state = SenderState.PARTIAL_RECOVERY;
    send(nowNanos, inFlight.una());
  }

  @Override
  void duplicate(long nowNanos, Segment segment) {
    duplicates++;
    if (duplicates == DUPLICATES) {
      thirdDuplicate(nowNanos);
    } else if (duplicates > DUPLICATES) {
      inflation += lastAction == Action.DUPLICATES ? 1 : 0;
    } else {
      sendLimited(nowNanos);
    }
    sendMuch(nowNanos);
  }

  private void thirdDuplicate(long nowNanos) {
    if (mayRecover()) {
      retransmitFast(nowNanos);
      inflation = DUPLICATES;
    } else if (lastAction == Action.MARK) {
      recoverFrom(nowNanos, inFlight.una()); // the mark has reduced the window already
      inflation = DUPLICATES;
    }
  }

  @Override
  void endRecovery() {
    inflation = 0;
  }

  @Override
  void requested() {
    inflation = 1;
    duplicates = DUPLICATES;
  }

  private void sendMuch(long nowNanos) {
    if (duplicates == 0) {
      sendMuch(nowNanos, NO_LIMIT);
    } else if (duplicates >= DUPLICATES) {
      sendMuch(nowNanos, newReno ? RECOVERY_BURST : NO_LIMIT);
    }
  }

  @Override
  boolean fits() {
    return toSend - inFlight.una() < Math.min((int) window.cwnd() + inflation, receiverWindow);
  }

  @Override
  boolean sendNext(long nowNanos) {
    boolean has = hasMore();
    if (has) {
      send(nowNanos, toSend++);
    }
    return has;
  }

  @Override
  double inUse() {
    return Math.min(window.cwnd() + inflation, receiverWindow);
  }

  @Override
  int flight() {
    return toSend - inFlight.una();
  }
}
