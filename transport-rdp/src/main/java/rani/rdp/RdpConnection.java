// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.rdp.congestion.RttEstimator;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.rdp.segment.Sequence;
import rani.rdp.segment.SynParameters;
import rani.world.Timers;

/**
 * One end of a connection (RFC 908 §3): messages are delivered to the other end once, in order
 * unless configured otherwise, or both applications learn why not.
 *
 * <p>Its states are {@link ConnectionState}; what each does with a segment is one method here. The
 * sending half is {@link Sender}, the receiving half {@link Receiver}. It is used by the thread of
 * its endpoint alone.
 */
public final class RdpConnection {
  /** The smallest segments that {@link #limitSegmentBytes} makes, IPv4 header included. */
  public static final int SEGMENT_BYTES_MIN = 64;

  /** How long a router's request on size and rate of segments holds unless it is repeated. */
  public static final long PACED_NANOS_MAX = 10_000_000_000L;

  /** Retransmissions of a half-open connection's SYN. */
  static final int HALF_OPEN_RETRIES = 5;

  /** Retransmissions of a closing RST. */
  static final int CLOSE_RETRIES = 4;

  /** How many unacceptable segments it answers in {@link #ANSWERS_NANOS} (challenge ACKs). */
  static final int ANSWERS_MAX = 10;

  /** RFC 5961 §7: "no more than 10 … in a 5 second window". */
  static final long ANSWERS_NANOS = 5_000_000_000L;

  private static final int IPV4_HEADER_BYTES = 20;
  private static final long NEVER = Timers.NEVER;

  private final RdpEndpoint endpoint;
  private final RdpConfig config;
  private final Key key;
  private final boolean passive;
  private final int link;
  private final RttEstimator rtt;
  private final Sender sender;
  private final Receiver receiver;
  private final SegmentOutput outlet;
  private final ApplicationEvents notices;
  private final Timers.Timer timer;
  private final SegmentSize size;
  private final RouterRequests requests;
  private final ReportedWindow shown;
  private final ResponseRateLimit answers = new ResponseRateLimit(ANSWERS_MAX, ANSWERS_NANOS);
  private final int iss;

  private ConnectionState state = ConnectionState.CLOSED;
  private boolean closing;
  private boolean aborted;
  private @Nullable CloseReason closeReason;

  private int handshakeRetries;
  private long handshakeDeadlineNanos = NEVER;
  private long ackDeadlineNanos = NEVER;
  private long armedNanos = NEVER;
  private long synSentNanos;
  private long openedNanos = NEVER;
  private long endedNanos = NEVER;
  private long lastHeardNanos;

  boolean isQueued;

  private long messagesSent;

  /** The key of a connection within its endpoint. */
  record Key(int remoteAddress, int remotePort, int localPort) {}

  RdpConnection(
      RdpEndpoint endpoint, RdpConfig config, Key key, boolean passive, int link, int iss) {
    this.endpoint = endpoint;
    this.config = config;
    this.key = key;
    this.passive = passive;
    this.link = link;
    this.iss = iss;
    this.sender = Sender.of(config, this::transmit);
    this.rtt = sender.rtt();
    this.receiver = new Receiver(config.buffers(), endpoint.network().buffers());
    this.outlet = new SegmentOutput(endpoint, key, config.wire(), sender, receiver, rtt);
    this.notices = new ApplicationEvents(this, sender, receiver);
    this.timer = endpoint.timers().timer(this::due);
    this.size =
        new SegmentSize(endpoint.network(), key.remoteAddress(), config.wire().segmentBytes());
    this.requests = new RouterRequests(this, endpoint.trace(), sender, size, iss);
    this.shown = new ReportedWindow(sender);
  }

  void use(RdpApplication user) {
    notices.to(user);
  }

  // What the application asks.

  /**
   * Hands over a message.
   *
   * @param message its readable bytes, at least one; takes over one reference if it answers true
   * @return false if the send buffer is full; {@link RdpApplication#writable} tells when to try
   *     again
   * @throws IllegalArgumentException if it is empty or larger than {@link #maxMessageBytes}
   * @throws IllegalStateException if the connection is not open, or is closing
   */
  public boolean send(long nowNanos, ByteBuf message) {
    int bytes = message.readableBytes();
    if (bytes == 0 || bytes > maxMessageBytes()) {
      throw new IllegalArgumentException(
          "a message has 1…" + maxMessageBytes() + " bytes here, not " + bytes);
    }
    if (!takesMessages()) {
      throw new IllegalStateException(
          "nothing can be sent: " + (closing ? "closing" : state.text()));
    }
    if (!sender.queue().offer(message)) {
      notices.wantsRoom();
      return false;
    }
    messagesSent++;
    notices.wantsDrained();
    sender.transmitWhatFits(nowNanos);
    endpoint.settle(nowNanos, this);
    return true;
  }

  /** Whether it is open and not about to close. */
  boolean takesMessages() {
    return state == ConnectionState.OPEN && !closing;
  }

  /** The largest message that {@link #send} takes now, in bytes. */
  public int maxMessageBytes() {
    return size.bytes() - outlet.headerBytes();
  }

  /**
   * Makes segments smaller or larger from now on; messages that wait already stay whole.
   *
   * @param bytes IPv4 header included; what is less than {@link #SEGMENT_BYTES_MIN}, or more than
   *     path and peer take, becomes that
   */
  public void limitSegmentBytes(long nowNanos, int bytes) {
    if (size.limit(bytes) && state == ConnectionState.OPEN) {
      notices.segmentSizeChanged();
    }
    endpoint.settle(nowNanos, this);
  }

  /** Closes when all that was handed over is acknowledged; takes no more messages. */
  public void close(long nowNanos) {
    if (state == ConnectionState.OPEN) {
      closing = true;
      endpoint.settle(nowNanos, this);
    } else {
      abort(nowNanos);
    }
  }

  /** Breaks off at once. */
  public void abort(long nowNanos) {
    if (state == ConnectionState.SYN_SENT || state == ConnectionState.SYN_RCVD) {
      outlet.reset(nowNanos, sender.next());
      end(nowNanos, CloseReason.ABORTED);
    } else if (state == ConnectionState.OPEN) {
      aborted = true;
      beginClose(nowNanos, CloseReason.ABORTED);
    }
    endpoint.settle(nowNanos, this);
  }

  /** Stops delivery: messages wait in the receive buffer; when that is full, the sender waits. */
  public void pause() {
    notices.pause();
  }

  /** Lets messages come again. */
  public void resume(long nowNanos) {
    notices.resume();
    endpoint.settle(nowNanos, this);
  }

  // The handshake.

  void connect(long nowNanos) {
    enter(nowNanos, ConnectionState.SYN_SENT);
    sender.begin(iss + 1, 1);
    sendSyn(nowNanos);
  }

  /** Answers the SYN that was heeded. */
  void accept(long nowNanos) {
    state = ConnectionState.LISTEN;
    enter(nowNanos, ConnectionState.SYN_RCVD);
    sendSyn(nowNanos);
  }

  /** Discards a connection that was never registered. */
  void abandon() {
    timer.retire();
  }

  private void sendSyn(long nowNanos) {
    synSentNanos = nowNanos;
    handshakeDeadlineNanos = nowNanos + rtt.rtoNanos();
    RdpConfig.Buffers buffers = config.buffers();
    int options =
        (buffers.ordered() ? SynParameters.SEQUENCED : 0)
            | (config.wire().ecn() ? SynParameters.ECN : 0);
    outlet.syn(
        nowNanos,
        state == ConnectionState.SYN_RCVD,
        iss,
        new SynParameters(buffers.windowSegments(), size.announce(), options));
  }

  /** Reads the peer's SYN parameters; false if they leave no room for data. */
  boolean heeds(Segment segment) {
    SynParameters syn = segment.syn();
    if (syn == null || syn.maxOutstanding() == 0) {
      return false;
    }
    size.heed(syn);
    outlet.useEcn(config.wire().ecn() && syn.has(SynParameters.ECN));
    if (maxMessageBytes() < 1) {
      return false;
    }
    receiver.begin(segment.sequence());
    sender.begin(iss + 1, syn.maxOutstanding());
    return true;
  }

  private void open(long nowNanos) {
    if (handshakeRetries == 0) {
      rtt.sample(nowNanos - synSentNanos);
    }
    handshakeDeadlineNanos = NEVER;
    openedNanos = nowNanos;
    enter(nowNanos, ConnectionState.OPEN);
    lastHeardNanos = nowNanos;
    notices.opened();
  }

  // What comes from the network.

  /** Processes a validated segment of this connection. */
  void receive(long nowNanos, Segment segment, int ecnField) {
    switch (state) {
      case SYN_SENT -> inSynSent(nowNanos, segment);
      case SYN_RCVD -> inSynRcvd(nowNanos, segment, ecnField);
      case OPEN -> inOpen(nowNanos, segment, ecnField);
      case CLOSE_WAIT -> inCloseWait(nowNanos, segment);
      case CLOSED, LISTEN -> endpoint.refuse(RefusalReason.NO_CONNECTION);
    }
    endpoint.settle(nowNanos, this);
  }

  private void inSynSent(long nowNanos, Segment segment) {
    boolean acknowledgesSyn = segment.has(Segment.ACK) && segment.acknowledgement() == iss;
    if (segment.has(Segment.RST)) {
      if (acknowledgesSyn) {
        end(nowNanos, CloseReason.REFUSED);
      } else {
        endpoint.refuse(RefusalReason.FORGED_RST);
      }
    } else if (segment.has(Segment.ACK) && !acknowledgesSyn) {
      endpoint.refuse(RefusalReason.FORGED_ACK);
      disown(nowNanos, segment);
    } else if (!segment.has(Segment.SYN)) {
      endpoint.refuse(RefusalReason.NO_CONNECTION);
    } else if (!heeds(segment)) {
      endpoint.refuse(RefusalReason.BAD_SYN);
      outlet.reset(nowNanos, iss + 1);
      end(nowNanos, CloseReason.BAD_PEER);
    } else if (acknowledgesSyn) {
      open(nowNanos);
      receiver.acknowledgeNow();
    } else {
      enter(nowNanos, ConnectionState.SYN_RCVD); // both have called at once
      sendSyn(nowNanos);
    }
  }

  private void inSynRcvd(long nowNanos, Segment segment, int ecnField) {
    boolean acknowledgesSyn = segment.has(Segment.ACK) && segment.acknowledgement() == iss;
    if (segment.has(Segment.RST)) {
      if (segment.sequence() == receiver.cur() + 1 || acknowledgesSyn) {
        end(nowNanos, passive ? CloseReason.RESET : CloseReason.REFUSED);
      } else {
        endpoint.refuse(RefusalReason.FORGED_RST);
      }
    } else if (segment.has(Segment.SYN) && segment.sequence() != receiver.cur()) {
      endpoint.refuse(RefusalReason.SYN_IN_OPEN);
    } else if (segment.has(Segment.ACK)) {
      if (!acknowledgesSyn) {
        endpoint.refuse(RefusalReason.FORGED_ACK);
        disown(nowNanos, segment);
        return;
      }
      open(nowNanos);
      if (segment.has(Segment.SYN)) {
        receiver.acknowledgeNow();
      } else {
        inOpen(nowNanos, segment, ecnField);
      }
    } else if (segment.has(Segment.SYN)) {
      if (mayAnswer(nowNanos)) {
        sendSyn(nowNanos); // the answer was lost
      }
    } else {
      endpoint.refuse(RefusalReason.NO_CONNECTION);
    }
  }

  private void inOpen(long nowNanos, Segment segment, int ecnField) {
    if (segment.has(Segment.RST)) {
      reset(nowNanos, segment);
      return;
    }
    if (segment.has(Segment.SYN)) {
      // RFC 5961 §4. An answer of ours that was lost comes here too, and the same heals it.
      endpoint.refuse(RefusalReason.SYN_IN_OPEN);
      challenge(nowNanos);
      return;
    }
    if (segment.has(Segment.ACK) && !isPlausible(segment.acknowledgement())) {
      endpoint.refuse(RefusalReason.FORGED_ACK);
      challenge(nowNanos);
      return;
    }
    if (IPV4_HEADER_BYTES + SegmentCodec.length(segment) > size.announced()) {
      endpoint.refuse(RefusalReason.TOO_LARGE);
      if (receiver.isInWindow(segment.sequence())) { // RFC 908 §3.3, and no stranger's guess
        outlet.reset(nowNanos, sender.next());
        end(nowNanos, CloseReason.BAD_PEER);
      }
      return;
    }
    lastHeardNanos = nowNanos;
    outlet.heedMarks(segment, ecnField);
    if (segment.has(Segment.ACK)) {
      boolean isBare = !segment.takesSequence() && segment.acknowledgement() == sender.una() - 1;
      int nonsense = sender.acknowledged(nowNanos, segment, isBare);
      endpoint.refuse(RefusalReason.BAD_EACK, nonsense);
      sender.heard();
    }
    if (segment.takesSequence()) {
      RefusalReason refused = receiver.take(segment);
      RouterState shown = segment.routerState();
      if (refused != null) {
        endpoint.refuse(refused);
        if (refused == RefusalReason.OUT_OF_WINDOW) {
          challenge(nowNanos);
        }
      } else if (shown != null && shown.isMedia() && shown.lost() > 0) {
        endpoint.shortened(nowNanos, this, segment.sequence(), shown.lost());
      }
    }
  }

  /** From twice the greatest window below SND.UNA − 1 to SND.NXT − 1 (RFC 5961 §5). */
  private boolean isPlausible(int acknowledgement) {
    return Sequence.isIn(
        acknowledgement, sender.una() - 1 - 2 * RdpConfig.WINDOW_SEGMENTS_MAX, sender.next());
  }

  /** RFC 5961 §3: the very next number, or the peer is asked. */
  private void reset(long nowNanos, Segment segment) {
    if (segment.sequence() != receiver.cur() + 1) {
      endpoint.refuse(RefusalReason.FORGED_RST);
      if (receiver.isInWindow(segment.sequence())) {
        challenge(nowNanos);
      }
      return;
    }
    boolean orderly =
        !segment.has(Segment.ACK) && sender.hasDeliveredAll(segment.acknowledgement());
    outlet.reset(nowNanos, sender.next()); // so that the peer need not wait
    end(nowNanos, orderly ? CloseReason.CLOSED_BY_PEER : CloseReason.RESET);
  }

  private void challenge(long nowNanos) {
    if (mayAnswer(nowNanos)) {
      acknowledge(nowNanos);
    }
  }

  /** RFC 908 §3.7: a RST of the number that the other end takes for the next. */
  private void disown(long nowNanos, Segment segment) {
    if (mayAnswer(nowNanos)) {
      outlet.reset(nowNanos, segment.acknowledgement() + 1);
    }
  }

  private boolean mayAnswer(long nowNanos) {
    boolean may = answers.take(nowNanos);
    if (!may) {
      endpoint.leftUnanswered();
    }
    return may;
  }

  private void inCloseWait(long nowNanos, Segment segment) {
    if (segment.has(Segment.RST)) {
      finish(nowNanos);
    } else if (mayAnswer(nowNanos)) {
      // RFC 5961 §3: a peer that has not all of it takes a RST of the number it asks for.
      int wanted = segment.has(Segment.ACK) ? segment.acknowledgement() + 1 : sender.next();
      sayReset(nowNanos, wanted);
    }
  }

  /** Takes a router's request; false if it is not of this window. */
  boolean request(long nowNanos, int quotedSequence, RouterState asked) {
    boolean taken =
        state == ConnectionState.OPEN
            && config.wire().routerState() // who shows nothing cannot be quoted
            && requests.follow(nowNanos, quotedSequence, asked);
    endpoint.settle(nowNanos, this);
    return taken;
  }

  // The end.

  /** Says RST and waits for what is still on its way. */
  private void beginClose(long nowNanos, CloseReason reason) {
    enter(nowNanos, ConnectionState.CLOSE_WAIT);
    handshakeRetries = 0;
    closeAgain(nowNanos);
    ackDeadlineNanos = NEVER;
    endedNanos = nowNanos;
    sender.clear();
    receiver.clear();
    closeReason = reason;
  }

  /** Until the other end has answered; that takes at least what CLOSE-WAIT is to last. */
  private void closeAgain(long nowNanos) {
    sayReset(nowNanos, sender.next());
    handshakeDeadlineNanos =
        nowNanos + Math.max(rtt.rtoNanos(), config.timers().closeWaitNanos() / CLOSE_RETRIES);
  }

  private void sayReset(long nowNanos, int sequence) {
    if (aborted) {
      outlet.reset(nowNanos, sequence);
    } else {
      outlet.close(nowNanos, sequence);
    }
  }

  /** Ends the connection; received messages are still delivered. */
  private void end(long nowNanos, CloseReason reason) {
    sender.clear();
    receiver.abandonHoles();
    if (closeReason == null) {
      closeReason = reason;
      endedNanos = nowNanos;
    }
    finish(nowNanos);
  }

  private void finish(long nowNanos) {
    enter(nowNanos, ConnectionState.CLOSED);
    handshakeDeadlineNanos = NEVER;
    ackDeadlineNanos = NEVER;
    timer.retire();
    endpoint.forget(this);
  }

  /** Evicts this half-open connection for another. */
  void makeRoom(long nowNanos) {
    end(nowNanos, CloseReason.DISPLACED);
  }

  /** Stops without sending anything, as the node stops. */
  void stop(long nowNanos) {
    if (state != ConnectionState.CLOSED) {
      end(nowNanos, CloseReason.STOPPED);
    }
    receiver.clear();
  }

  private void enter(long nowNanos, ConnectionState next) {
    assert state.successors().contains(next) : state + " → " + next;
    endpoint.moved(this, state, next);
    state = next;
    endpoint.trace().state(nowNanos, this, next);
  }

  // What goes to the network.

  private void transmit(long nowNanos, InFlight.Entry entry, boolean again) {
    if (outlet.data(nowNanos, entry, again, size.bytes())) {
      acknowledgementSent();
    }
    if (again) {
      endpoint.trace().retransmitted(nowNanos, this, entry.sequence() - iss);
    }
  }

  private void acknowledge(long nowNanos) {
    outlet.acknowledgement(nowNanos, size.bytes(), false);
    acknowledgementSent();
  }

  /** Lets routers on the way see the sender's state at once, where the window lets no data go. */
  void showState(long nowNanos) {
    outlet.acknowledgement(nowNanos, size.bytes(), true);
    acknowledgementSent();
  }

  private void acknowledgementSent() {
    receiver.acknowledged();
    ackDeadlineNanos = NEVER;
  }

  // Time.

  private void due(long nowNanos) {
    armedNanos = NEVER;
    if (handshakeDeadlineNanos <= nowNanos) {
      handshakeDue(nowNanos);
    }
    if (state == ConnectionState.OPEN) {
      if (ackDeadlineNanos <= nowNanos) {
        acknowledge(nowNanos);
      }
      if (requests.deadlineNanos() <= nowNanos) {
        requests.due(nowNanos);
      }
      if (keepAliveDeadlineNanos() <= nowNanos) {
        sender.probe(nowNanos);
      } else if (sender.deadlineNanos() <= nowNanos) {
        senderDue(nowNanos);
      }
    }
    endpoint.settle(nowNanos, this);
  }

  private void handshakeDue(long nowNanos) {
    rtt.backOff();
    handshakeRetries++;
    if (state == ConnectionState.CLOSE_WAIT) {
      if (handshakeRetries <= CLOSE_RETRIES) {
        closeAgain(nowNanos);
      } else {
        finish(nowNanos);
      }
      return;
    }
    int retries =
        passive
            ? Math.min(HALF_OPEN_RETRIES, config.timers().retries())
            : config.timers().retries();
    if (handshakeRetries > retries) {
      end(nowNanos, CloseReason.TIMED_OUT);
    } else {
      sendSyn(nowNanos);
    }
  }

  private void senderDue(long nowNanos) {
    if (sender.silentTimeouts() >= config.timers().retries() && sender.isTimeoutDue(nowNanos)) {
      outlet.reset(nowNanos, sender.next());
      end(nowNanos, CloseReason.TIMED_OUT);
    } else {
      sender.wake(nowNanos);
    }
  }

  private long keepAliveDeadlineNanos() {
    long silence = config.timers().keepAliveNanos();
    return silence == 0 || !sender.isDrained() ? NEVER : lastHeardNanos + silence;
  }

  private long deadlineNanos() {
    long earliest = handshakeDeadlineNanos;
    if (state == ConnectionState.OPEN) {
      earliest = Math.min(earliest, Math.min(ackDeadlineNanos, sender.deadlineNanos()));
      earliest = Math.min(earliest, keepAliveDeadlineNanos());
      earliest = Math.min(earliest, requests.deadlineNanos());
    }
    return earliest;
  }

  // The end of each call: what is owed to the application, the peer, and the clock.

  /** Tells the application, which may ask for more; says what is due. */
  void settle(long nowNanos) {
    notices.say(nowNanos);
    if (state == ConnectionState.OPEN) {
      if (closing && sender.isDrained()) {
        if (receiver.owesAcknowledgement()) {
          acknowledge(nowNanos); // else the peer, whose last message is here, would see a reset
        }
        beginClose(nowNanos, CloseReason.CLOSED);
      } else if (receiver.mustAcknowledge()
          || (receiver.owesAcknowledgement() && config.timers().ackDelayNanos() == 0)) {
        acknowledge(nowNanos);
      } else if (receiver.owesAcknowledgement() && ackDeadlineNanos == NEVER) {
        ackDeadlineNanos = nowNanos + config.timers().ackDelayNanos();
      }
    }
    if (closeReason != null) {
      notices.sayClosed(nowNanos, closeReason);
    }
    if (state == ConnectionState.OPEN && shown.isNews(sender)) {
      endpoint.trace().window(nowNanos, this);
    }
    arm();
  }

  /** Marks the end as reported to the application. */
  void hasEnded(long nowNanos, CloseReason reason) {
    endpoint.ended(this, reason);
    endpoint.trace().closed(nowNanos, this, reason);
  }

  /** A postponed deadline is noticed when the earlier one fires. */
  private void arm() {
    long deadline = state == ConnectionState.CLOSED ? NEVER : deadlineNanos();
    if (deadline < armedNanos) {
      armedNanos = deadline;
      timer.armAt(deadline);
    }
  }

  // What can be asked.

  /** Its state. */
  public ConnectionState state() {
    return state;
  }

  /** Its sender's state. */
  public SenderState senderState() {
    return sender.state();
  }

  /** Its own port. */
  public int localPort() {
    return key.localPort();
  }

  /** The other end's virtual address. */
  public int remoteAddress() {
    return key.remoteAddress();
  }

  /** The other end's port. */
  public int remotePort() {
    return key.remotePort();
  }

  /** Its own virtual address. */
  public int localAddress() {
    return endpoint.network().address();
  }

  /** Its current counters and estimates. */
  public RdpStatistics statistics(long nowNanos) {
    long openNanos = Math.min(nowNanos, endedNanos) - openedNanos;
    SenderCounts counts = sender.counts();
    double goodput = openNanos > 0 ? counts.bytesAcknowledged * 8e9 / openNanos : 0;
    return new RdpStatistics(
        messagesSent,
        counts.messagesAcknowledged,
        counts.bytesAcknowledged,
        notices.messages(),
        notices.bytes(),
        counts.segmentsSent,
        counts.retransmissions,
        counts.timeouts,
        counts.fastRetransmits,
        counts.spuriousTimeouts,
        counts.ecnCuts,
        counts.requestsTaken,
        counts.paceRequestsTaken,
        counts.segmentsLetGo,
        counts.closes,
        counts.closedPackets,
        rtt.srttNanos(),
        rtt.rtoNanos(),
        sender.cwnd(),
        sender.ssthresh(),
        sender.flight(),
        goodput);
  }

  boolean hasToldItsEnd() {
    return notices.haveSaidClosed();
  }

  boolean requiresChecksum() {
    return config.wire().checksum();
  }

  Key key() {
    return key;
  }

  /** Whether the peer opened it. */
  boolean isPassive() {
    return passive;
  }

  /** The number of the link by which the other end's SYN came. */
  int link() {
    return link;
  }

  /** Whether it is the connection between these. */
  boolean isWith(int remoteAddress, int remotePort, int localPort) {
    return key.remoteAddress == remoteAddress
        && key.remotePort == remotePort
        && key.localPort == localPort;
  }

  /** Buffers that live here. */
  int heldBuffers() {
    return sender.heldBuffers() + receiver.heldBuffers();
  }
}
