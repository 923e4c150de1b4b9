// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.CongestionControl;
import rani.rdp.congestion.MultiplicativeDecrease;
import rani.rdp.congestion.RttEstimator;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.Sequence;

/**
 * The sending half of a connection: what may go now, what was lost, and what the congestion control
 * is told of it.
 *
 * <p>Duplicate acknowledgements and EACKs tell of losses (RFC 5681 §3.2, RFC 6675), silence does
 * (RFC 6298), and a timeout that was none is taken back (RFC 5682). Which holes are filled when is
 * decided here, how large the window is by {@link CongestionControl}.
 */
final class Sender {
  /** How the segments that a sender decides on get onto the wire. */
  interface Output {
    /**
     * Sends what an entry holds.
     *
     * @param again whether not for the first time
     */
    void transmit(long nowNanos, InFlight.Entry entry, boolean again);
  }

  private static final int DUPLICATES = 3;

  private final CongestionControl control;
  private final CongestionConfig congestion;
  private final RttEstimator rtt;
  private final Output output;
  private final InFlight inFlight = new InFlight();
  private final SendQueue queue;
  private final SenderCounts counts = new SenderCounts();
  private final AckReader acks;
  private final SendTimes times;
  private final WindowCloses closes = new WindowCloses(counts);

  private int maxOutstanding = 1;
  private SenderState state = SenderState.IDLE;

  private int duplicates;
  private int recover;
  private boolean recovering;
  private boolean firstPartial;
  private boolean rescued;

  /** The first one that is known to be missing; acknowledgements before it tell of no other. */
  private int missing;

  /** Whether a router's request has answered all congestion up to this number. */
  private boolean answered;

  private int answeredUntil;

  private int limitedSent;
  private int flightBeforeAck;

  private boolean afterTimeout;
  private int silentTimeouts;
  private int timedOutSequence;
  private boolean hasTimedOut;
  private SpuriousCheck spurious = SpuriousCheck.NONE;

  /** Where the search for a spurious timeout stands (RFC 5682 §2.1). */
  private enum SpuriousCheck {
    NONE,
    /** The segment that timed out was sent again; nothing has come yet. */
    RETRANSMITTED,
    /** It was acknowledged, and new segments were sent. */
    SENT_NEW
  }

  Sender(RdpConfig config, RttEstimator rtt, Output output) {
    this.congestion = config.congestion();
    this.control = congestion.newControl();
    this.rtt = rtt;
    this.output = output;
    this.queue = new SendQueue(config.buffers());
    this.acks = new AckReader(inFlight, queue, counts, rtt);
    this.times = new SendTimes(rtt, congestion.pacing());
  }

  /** The handshake is done: data begins with a sequence number. */
  void begin(int firstSequence, int peerMaxOutstanding) {
    inFlight.begin(firstSequence);
    recover = firstSequence - 1;
    closes.begin(firstSequence);
    maxOutstanding = Math.min(peerMaxOutstanding, RdpConfig.WINDOW_SEGMENTS_MAX);
  }

  /** What is still to be sent. */
  SendQueue queue() {
    return queue;
  }

  /** Whether everything was sent and acknowledged. */
  boolean isDrained() {
    return queue.isEmpty() && inFlight.isEmpty();
  }

  /**
   * The other end closes.
   *
   * @param acknowledgement the last one it has, if it is one that was sent
   * @return whether every message has arrived
   */
  boolean hasDeliveredAll(int acknowledgement) {
    if (inFlight.contains(acknowledgement)) {
      acks.readLast(acknowledgement);
    }
    return queue.isEmpty() && !inFlight.hasMessages();
  }

  /** Sends a NUL, which the other end must acknowledge; only on an idle connection. */
  void probe(long nowNanos) {
    transmitNew(nowNanos, null);
  }

  /**
   * An acknowledgement came, of at most SND.NXT − 1.
   *
   * @param isBare whether it acknowledges SND.UNA − 1 and the segment carries nothing else, so that
   *     it may be a duplicate
   * @return how many EACKs named what was never sent
   */
  int acknowledged(long nowNanos, Segment segment, boolean isBare) {
    flightBeforeAck = flight();
    acks.read(nowNanos, segment);
    if (acks.hasNews()) {
      silentTimeouts = 0;
    }
    if (control.recoversByScoreboard() && acks.newlyEacked() > 0 && recovering) {
      inFlight.loseOvertaken(DUPLICATES);
    }
    if (acks.covered() > 0) {
      advanced(nowNanos, acks.covered());
    } else if (isBare && acks.isDuplicate()) {
      duplicate(nowNanos);
    }
    heedMark(nowNanos, segment);
    transmitWhatFits(nowNanos);
    return acks.nonsense();
  }

  private void advanced(long nowNanos, int covered) {
    duplicates = 0;
    limitedSent = 0;
    answered &= !Sequence.isBefore(answeredUntil, inFlight.una());
    boolean restartTimer = true;
    if (recovering) {
      restartTimer = advancedInRecovery(nowNanos, covered);
    } else if (afterTimeout) {
      advancedAfterTimeout(nowNanos, covered);
    } else {
      grow(nowNanos, covered);
    }
    if (inFlight.isEmpty()) {
      times.stopTimer();
    } else if (restartTimer) {
      times.restart(nowNanos);
    }
  }

  private void grow(long nowNanos, int covered) {
    if (flightBeforeAck >= window()) {
      control.acknowledged(nowNanos, covered, rtt.srttNanos());
    }
    state = openState();
  }

  private SenderState openState() {
    return control.cwnd() < control.ssthresh()
        ? SenderState.SLOW_START
        : SenderState.CONGESTION_AVOIDANCE;
  }

  /** Whether the timer begins anew. */
  private boolean advancedInRecovery(long nowNanos, int covered) {
    if (hasRecovered()) {
      control.recovered(nowNanos, flight());
      recovering = false;
      state = openState();
      return true;
    }
    if (!Sequence.isBefore(missing, inFlight.una())) {
      return true; // all before what a router let go has arrived, as far as is known
    }
    int beyond = Math.min(covered, inFlight.una() - missing);
    if (!control.partiallyAcknowledged(beyond)) {
      recovering = false; // Reno: the next loss in the same window is a congestion of its own
      recover = inFlight.una() - 1;
      state = openState();
      return true;
    }
    state = SenderState.PARTIAL_RECOVERY;
    InFlight.Entry hole = inFlight.at(inFlight.una());
    if (!control.recoversByScoreboard() && !hole.isResent() && !hole.isEacked()) {
      retransmit(nowNanos, hole);
    }
    boolean first = firstPartial;
    firstPartial = false;
    return first || control.recoversByScoreboard(); // "impatient": RFC 6582 §4
  }

  private boolean hasRecovered() {
    return !Sequence.isBefore(inFlight.una() - 1, recover);
  }

  private void advancedAfterTimeout(long nowNanos, int covered) {
    if (spurious == SpuriousCheck.SENT_NEW) {
      undoTimeout();
      return;
    }
    if (hasRecovered()) {
      afterTimeout = false;
      spurious = SpuriousCheck.NONE;
    } else if (spurious == SpuriousCheck.RETRANSMITTED && !queue.isEmpty() && mayAdd()) {
      spurious = SpuriousCheck.SENT_NEW; // RFC 5682 §2.1 (2b): new segments instead of old ones
      for (int i = 0; i < 2 && !queue.isEmpty() && mayAdd(); i++) {
        transmitNew(nowNanos, queue.remove());
      }
      return;
    } else {
      spurious = SpuriousCheck.NONE;
    }
    control.acknowledged(nowNanos, covered, rtt.srttNanos());
    state = openState();
  }

  private void undoTimeout() {
    counts.spuriousTimeouts++;
    spurious = SpuriousCheck.NONE;
    afterTimeout = false;
    inFlight.loseNothing();
    control.undoTimeout();
    state = openState();
  }

  private void duplicate(long nowNanos) {
    if (afterTimeout && spurious != SpuriousCheck.NONE) {
      spurious = SpuriousCheck.NONE; // RFC 5682 §2.1 (2a), (3a): it was a real one
      return;
    }
    duplicates++;
    boolean tellsOfLoss =
        duplicates >= DUPLICATES
            || (control.recoversByScoreboard() && inFlight.isFirstOvertaken(DUPLICATES));
    if (recovering) {
      control.duplicate();
      if (tellsOfLoss && Sequence.isBefore(inFlight.una(), missing)) {
        missing = inFlight.una(); // it was lost before what a router let go
        retransmitOnce(nowNanos);
      }
    } else if (!tellsOfLoss) {
      if (!afterTimeout) {
        state = SenderState.OUT_OF_SEQUENCE;
      }
    } else if (hasRecovered()) { // RFC 6582 §3.2: else it may come of what was sent again
      recoverFast(nowNanos);
    }
  }

  private void retransmitOnce(long nowNanos) {
    InFlight.Entry first = inFlight.at(inFlight.una());
    if (!first.isResent()) {
      retransmit(nowNanos, first);
    }
  }

  private void recoverFast(long nowNanos) {
    if (answered && inFlight.at(inFlight.una()).isResent()) {
      return; // it is on its way again
    }
    counts.fastRetransmits++;
    if (answered) {
      for (int i = 0; i < DUPLICATES; i++) {
        control.duplicate(); // they have left the network all the same (RFC 5681 §3.2 step 3)
      }
    } else {
      double before = control.cwnd();
      control.lossDetected(nowNanos, Math.max(1, outstanding() - limitedSent));
      closes.closed(before, control.ssthresh());
    }
    beginRecovery();
    InFlight.Entry first = inFlight.at(inFlight.una());
    if (control.recoversByScoreboard()) {
      inFlight.loseOvertaken(DUPLICATES);
    }
    retransmit(nowNanos, first);
    times.restart(nowNanos);
  }

  private void beginRecovery() {
    recovering = true;
    afterTimeout = false;
    spurious = SpuriousCheck.NONE;
    firstPartial = true;
    rescued = false;
    limitedSent = 0;
    recover = inFlight.next() - 1;
    missing = inFlight.una();
    inFlight.beginRecovery();
    state = SenderState.FAST_RECOVERY;
  }

  /** RFC 3168 §6.1.2: at most one cut a window, and none in a recovery that has cut already. */
  private void heedMark(long nowNanos, Segment segment) {
    RouterState echoed = segment.routerState();
    if (echoed == null || !echoed.has(RouterState.ECE) || recovering || afterTimeout) {
      return;
    }
    if (!closes.isNews(inFlight.una())) {
      return; // until something sent after the cut is acknowledged
    }
    counts.ecnCuts++;
    double before = control.cwnd();
    control.marked(nowNanos, Math.max(1, flight()));
    closes.closed(before, control.cwnd());
    closes.answersMarks(inFlight.next());
    state = openState();
  }

  /** Whether the next data segment is to say CWR; asking takes the wish back. */
  boolean takeCwr() {
    return closes.takeCwr();
  }

  /**
   * A router has closed the window and let go of some segments: one congestion event, in which
   * nothing that is lost of this window closes it again (papers' ACC §3.1, §4.2.4). If it quotes
   * the epoch before, that is answered already, and these segments are lost, too.
   *
   * @return whether it quotes the present window and epoch, and there is anything left to answer
   */
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

  /** Whether a segment of that number is on its way, so that a router may quote it. */
  boolean isOnItsWay(int sequence) {
    return inFlight.contains(sequence);
  }

  /** Sends data no faster than a router asks for; 0 for as fast as the window lets it. */
  void limitRate(long nowNanos, double bitsPerSecond) {
    times.limit(nowNanos, bitsPerSecond);
    transmitWhatFits(nowNanos);
  }

  private boolean close(long nowNanos, int dropped, RouterState asked) {
    if (recovering) {
      return false;
    }
    counts.requestsTaken++;
    double before = control.cwnd();
    double least = MultiplicativeDecrease.PACKETS_MIN;
    double ssthresh = Math.clamp(asked.ssthresh(), least, Math.max(least, before));
    double cwnd = Math.clamp(asked.cwnd(), 1, Math.max(1, before)); // it never opens
    control.set(nowNanos, cwnd, ssthresh);
    closes.closed(before, control.cwnd());
    answered = true;
    answeredUntil = inFlight.next() - 1;
    closes.answersMarks(inFlight.next());
    if (asked.lost() == 0) {
      state = openState(); // a mark: nothing is missing
    } else {
      beginRecovery();
      missing = dropped;
      counts.segmentsLetGo += lose(dropped, asked.lost());
      InFlight.Entry first = inFlight.at(dropped);
      if (!first.isEacked()) {
        retransmit(nowNanos, first); // as the third duplicate would have it (RFC 5681 §3.2)
      }
      times.restart(nowNanos);
    }
    transmitWhatFits(nowNanos);
    return true;
  }

  private boolean letGo(long nowNanos, int first, RouterState asked) {
    int taken = lose(first, asked.lost());
    counts.segmentsLetGo += taken;
    transmitWhatFits(nowNanos);
    return taken > 0;
  }

  /** Takes as lost what is still on its way for the first time; says how many those are. */
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

  /** Whether a deadline of this half has come; {@link #wake} then does what is due. */
  long deadlineNanos() {
    return times.deadlineNanos();
  }

  /** A deadline has come. */
  void wake(long nowNanos) {
    if (times.takePaceDue(nowNanos)) {
      transmitWhatFits(nowNanos);
    }
    if (times.isTimeoutDue(nowNanos)) {
      timeout(nowNanos);
    }
  }

  private void timeout(long nowNanos) {
    silentTimeouts++;
    rtt.backOff();
    InFlight.Entry first = inFlight.at(inFlight.una());
    if (inFlight.eacked() == inFlight.size()) {
      // Nothing is lost: the receiver's application does not take it. This asks how it is doing.
      retransmit(nowNanos, first);
      times.restart(nowNanos);
      return;
    }
    counts.timeouts++;
    boolean again = hasTimedOut && timedOutSequence == inFlight.una();
    hasTimedOut = true;
    timedOutSequence = inFlight.una();
    spurious =
        congestion.undoSpuriousTimeouts() && !again && !recovering
            ? SpuriousCheck.RETRANSMITTED
            : SpuriousCheck.NONE;
    double before = recovering ? control.ssthresh() : control.cwnd();
    control.timedOut(nowNanos, flightAtTimeout(), again);
    if (!again) {
      closes.closed(before, control.cwnd());
    }
    recovering = false;
    afterTimeout = true;
    duplicates = 0;
    limitedSent = 0;
    recover = inFlight.next() - 1;
    inFlight.loseAll();
    inFlight.beginRecovery();
    state = SenderState.RETRANSMISSION_TIMEOUT;
    InFlight.Entry lost = inFlight.firstLost();
    retransmit(nowNanos, lost == null ? first : lost);
    times.restart(nowNanos);
  }

  /**
   * FlightSize (RFC 5681 §3.1, equation 4), but no more than the window without what duplicates
   * have inflated it by: else a timeout late in a recovery would raise ssthresh.
   */
  private int flightAtTimeout() {
    double window = recovering ? control.ssthresh() : control.cwnd();
    return Math.max(1, (int) Math.min(outstanding(), window));
  }

  /** Whether the retransmission timer has expired. */
  boolean isTimeoutDue(long nowNanos) {
    return times.isTimeoutDue(nowNanos);
  }

  /** Retransmissions in a row that nothing has answered. */
  int silentTimeouts() {
    return silentTimeouts;
  }

  /** The other end has answered a probe: it is there, if not listening. */
  void heard() {
    if (inFlight.eacked() == inFlight.size()) {
      silentTimeouts = 0;
    }
  }

  /** Sends what window, receiver and pace let go: what was lost first, then what is new. */
  void transmitWhatFits(long nowNanos) {
    while (mayTransmit(nowNanos)) {
      InFlight.Entry again = nextAgain();
      if (again != null) {
        retransmit(nowNanos, again);
      } else if (!queue.isEmpty() && mayAdd()) {
        restartAfterIdle(nowNanos);
        transmitNew(nowNanos, queue.remove());
      } else {
        InFlight.Entry hole = nextHole();
        if (hole == null) {
          break;
        }
        retransmit(nowNanos, hole);
      }
    }
    transmitLimited(nowNanos);
  }

  private boolean mayTransmit(long nowNanos) {
    if (flight() >= window()) {
      return false;
    }
    return !hasSomething() || !times.holdsBack(nowNanos);
  }

  private boolean hasSomething() {
    return inFlight.lost() > 0 || (!queue.isEmpty() && mayAdd());
  }

  private InFlight.@Nullable Entry nextAgain() {
    // While a timeout may turn out to be none, no more than its first segment is sent again.
    return spurious == SpuriousCheck.NONE ? inFlight.firstLost() : null;
  }

  /** RFC 6675 §4, NextSeg (3) and (4): a hole that may be lost, then one rescue a recovery. */
  private InFlight.@Nullable Entry nextHole() {
    if (!recovering || !control.recoversByScoreboard()) {
      return null;
    }
    InFlight.Entry hole = inFlight.firstHole();
    if (hole != null || rescued || inFlight.isEmpty()) {
      return hole;
    }
    rescued = true;
    InFlight.Entry last = inFlight.at(inFlight.next() - 1);
    return last.isEacked() || last.isResent() ? null : last;
  }

  /**
   * RFC 3042: each of the first two duplicates lets one new segment go beyond the window. With a
   * scoreboard it has made room in the pipe already.
   */
  private void transmitLimited(long nowNanos) {
    while (congestion.limitedTransmit()
        && !control.recoversByScoreboard()
        && state == SenderState.OUT_OF_SEQUENCE
        && limitedSent < duplicates
        && flight() < window() + duplicates
        && !queue.isEmpty()
        && mayAdd()) {
      limitedSent++;
      transmitNew(nowNanos, queue.remove());
    }
  }

  /** Whether the receiver takes one more new segment (RFC 908 §3.5). */
  private boolean mayAdd() {
    return inFlight.size() - inFlight.eacked() < maxOutstanding
        && inFlight.size() < 2 * maxOutstanding;
  }

  private void restartAfterIdle(long nowNanos) {
    if (inFlight.isEmpty() && state != SenderState.IDLE && times.isIdle(nowNanos)) {
      control.restartedAfterIdle(nowNanos);
      state = openState();
    }
  }

  private void transmitNew(long nowNanos, @Nullable ByteBuf message) {
    InFlight.Entry entry = inFlight.add(nowNanos, message);
    if (state == SenderState.IDLE && message != null) {
      state = openState();
    }
    sent(nowNanos, entry);
    output.transmit(nowNanos, entry, false);
  }

  private void retransmit(long nowNanos, InFlight.Entry entry) {
    counts.retransmissions++;
    inFlight.resent(nowNanos, entry);
    sent(nowNanos, entry);
    output.transmit(nowNanos, entry, true);
  }

  private void sent(long nowNanos, InFlight.Entry entry) {
    counts.segmentsSent++;
    times.sent(nowNanos, control.cwnd(), entry.bytes());
  }

  /** Whole packets that may be on their way. */
  int window() {
    return (int) Math.min(control.cwnd(), RdpConfig.WINDOW_SEGMENTS_MAX);
  }

  /**
   * Segments that count against the window. By duplicate acknowledgements what the receiver has out
   * of sequence counts too, since each of them inflates the window (RFC 5681 §3.2).
   */
  int flight() {
    return control.recoversByScoreboard() || afterTimeout ? inFlight.pipe() : outstanding();
  }

  private int outstanding() {
    return inFlight.size() - inFlight.lost();
  }

  /** Lets go of every message. */
  void clear() {
    inFlight.clear();
    queue.clear();
    times.clear();
  }

  /** Buffers that live here. */
  int heldBuffers() {
    return queue.size() + inFlight.messages();
  }

  SenderState state() {
    return state;
  }

  int una() {
    return inFlight.una();
  }

  int next() {
    return inFlight.next();
  }

  int epoch() {
    return closes.epoch();
  }

  /** What it has counted. */
  SenderCounts counts() {
    return counts;
  }

  double cwnd() {
    return control.cwnd();
  }

  double ssthresh() {
    return control.ssthresh();
  }
}
