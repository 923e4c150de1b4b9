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
 * One end of a connection (RFC 908 §3). Messages are delivered to the other end once, in order
 * unless configured otherwise, or both applications receive the reason for the failure.
 *
 * <p>The states are {@link ConnectionState}; one method per state handles received segments. The
 * sending half is {@link Sender}, the receiving half {@link Receiver}. A connection is confined to
 * the thread of its endpoint.
 */
public final class RdpConnection {
  /** Smallest segment size that {@link #limitSegmentBytes} sets, IPv4 header included. */
  public static final int SEGMENT_BYTES_MIN = 64;

  /** Lifetime of a router's request on size and rate of segments that is not repeated. */
  public static final long PACED_NANOS_MAX = 10_000_000_000L;

  /** Retransmissions of a half-open connection's SYN. */
  static final int HALF_OPEN_RETRIES = 5;

  static final int CLOSE_RETRIES = 4;

  /** Largest number of challenge ACKs in {@link #ANSWERS_NANOS}. */
  static final int ANSWERS_MAX = 10;

  /** RFC 5961 §7: "no more than 10 … in a 5 second window". */
  static final long ANSWERS_NANOS = 5_000_000_000L;

  private static final int IPV4_HEADER_BYTES = 20;
  private static final long NEVER = Timers.NEVER;

  private final RdpEndpoint endpoint;
  private final RdpConfig config;
  final Key key;

  /** True if the peer opened the connection. */
  final boolean passive;

  /** Number of the link by which the other end's SYN arrived. */
  final int link;

  private final RttEstimator rtt;
  private final Sender sender;
  private final Receiver receiver;
  private final SegmentOutput outlet;
  final ApplicationEvents notices;
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
    this.rtt = sender.rtt;
    this.receiver = new Receiver(config.buffers(), endpoint.network.buffers());
    this.outlet = new SegmentOutput(endpoint, key, config.wire(), sender, receiver, rtt);
    this.notices = new ApplicationEvents(this, sender, receiver);
    this.timer = endpoint.timers.timer(this::due);
    this.size =
        new SegmentSize(endpoint.network, key.remoteAddress(), config.wire().segmentBytes());
    this.requests = new RouterRequests(this, endpoint.trace, sender, size, iss);
    this.shown = new ReportedWindow(sender);
  }

  void use(RdpApplication user) {
    notices.application = user;
  }

  // Calls of the application.

  /**
   * Sends a message.
   *
   * @param message its readable bytes, at least one; takes over one reference if the result is true
   * @return false if the send buffer is full; {@link RdpApplication#writable} announces free room
   * @throws IllegalArgumentException if the message is empty or larger than {@link
   *     #maxMessageBytes}
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
    if (!sender.queue.offer(message)) {
      notices.wantsRoom = true;
      return false;
    }
    messagesSent++;
    notices.wantsDrained = true;
    sender.transmitWhatFits(nowNanos);
    endpoint.settle(nowNanos, this);
    return true;
  }

  boolean takesMessages() {
    return state == ConnectionState.OPEN && !closing;
  }

  /** Returns the present size of full segments, IPv4 header included, in bytes. */
  public int segmentBytes() {
    return size.bytes;
  }

  /** Returns the size of the largest message that {@link #send} takes now, in bytes. */
  public int maxMessageBytes() {
    return size.bytes - outlet.headerBytes();
  }

  /**
   * Changes the segment size, IPv4 header included, within {@link #SEGMENT_BYTES_MIN} and the
   * limits of path and peer. Messages that already wait keep their size.
   */
  public void limitSegmentBytes(long nowNanos, int bytes) {
    if (size.limit(bytes) && state == ConnectionState.OPEN) {
      notices.segmentSizeChanged = true;
    }
    endpoint.settle(nowNanos, this);
  }

  /** Closes after all messages sent are acknowledged; takes no more messages. */
  public void close(long nowNanos) {
    if (state == ConnectionState.OPEN) {
      closing = true;
      endpoint.settle(nowNanos, this);
    } else {
      abort(nowNanos);
    }
  }

  public void abort(long nowNanos) {
    if (state == ConnectionState.SYN_SENT || state == ConnectionState.SYN_RCVD) {
      outlet.reset(nowNanos, sender.inFlight.next());
      end(nowNanos, CloseReason.ABORTED);
    } else if (state == ConnectionState.OPEN) {
      aborted = true;
      beginClose(nowNanos, CloseReason.ABORTED);
    }
    endpoint.settle(nowNanos, this);
  }

  /** Stops delivery: messages wait in the receive buffer; when it is full, the sender waits. */
  public void pause() {
    notices.paused = true;
  }

  public void resume(long nowNanos) {
    notices.paused = false;
    endpoint.settle(nowNanos, this);
  }

  // The handshake.

  void connect(long nowNanos) {
    enter(nowNanos, ConnectionState.SYN_SENT);
    sender.begin(iss + 1, 1);
    sendSyn(nowNanos);
  }

  /** Answers the SYN that {@link #heeds} has accepted. */
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
    outlet.ecn = config.wire().ecn() && syn.has(SynParameters.ECN);
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
    notices.opened = true;
  }

  // Segments received.

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
      enter(nowNanos, ConnectionState.SYN_RCVD); // simultaneous open
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
        sendSyn(nowNanos); // the first answer was lost
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
      // RFC 5961 §4. The challenge also repairs a lost answer to the peer's SYN.
      endpoint.refuse(RefusalReason.SYN_IN_OPEN);
      challenge(nowNanos);
      return;
    }
    if (segment.has(Segment.ACK) && !isPlausible(segment.acknowledgement())) {
      endpoint.refuse(RefusalReason.FORGED_ACK);
      challenge(nowNanos);
      return;
    }
    if (IPV4_HEADER_BYTES + SegmentCodec.length(segment) > size.announced) {
      endpoint.refuse(RefusalReason.TOO_LARGE);
      // RFC 908 §3.3. Segments out of the window may be forged.
      if (receiver.isInWindow(segment.sequence())) {
        outlet.reset(nowNanos, sender.inFlight.next());
        end(nowNanos, CloseReason.BAD_PEER);
      }
      return;
    }
    lastHeardNanos = nowNanos;
    outlet.heedMarks(segment, ecnField);
    if (segment.has(Segment.ACK)) {
      boolean isBare =
          !segment.takesSequence() && segment.acknowledgement() == sender.inFlight.una() - 1;
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

  /** Returns true for a number up to SND.NXT − 1 that is not far too old (RFC 5961 §5). */
  private boolean isPlausible(int acknowledgement) {
    return Sequence.isIn(
        acknowledgement,
        sender.inFlight.una() - 1 - 2 * RdpConfig.WINDOW_SEGMENTS_MAX,
        sender.inFlight.next());
  }

  /** Handles a RST. Only the very next sequence number resets the connection (RFC 5961 §3). */
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
    outlet.reset(nowNanos, sender.inFlight.next()); // so that the peer need not wait in CLOSE-WAIT
    end(nowNanos, orderly ? CloseReason.CLOSED_BY_PEER : CloseReason.RESET);
  }

  private void challenge(long nowNanos) {
    if (mayAnswer(nowNanos)) {
      acknowledge(nowNanos);
    }
  }

  /** Sends a RST with the number that the other end expects next (RFC 908 §3.7). */
  private void disown(long nowNanos, Segment segment) {
    if (mayAnswer(nowNanos)) {
      outlet.reset(nowNanos, segment.acknowledgement() + 1);
    }
  }

  private boolean mayAnswer(long nowNanos) {
    boolean may = answers.take(nowNanos);
    if (!may) {
      endpoint.unanswered++;
    }
    return may;
  }

  private void inCloseWait(long nowNanos, Segment segment) {
    if (segment.has(Segment.RST)) {
      finish(nowNanos);
    } else if (mayAnswer(nowNanos)) {
      // RFC 5961 §3: a peer that lacks segments accepts only a RST with the number that it expects
      // next.
      int wanted =
          segment.has(Segment.ACK) ? segment.acknowledgement() + 1 : sender.inFlight.next();
      sayReset(nowNanos, wanted);
    }
  }

  /** Follows a router's request; returns false if it does not quote the current window. */
  boolean request(long nowNanos, int quotedSequence, RouterState asked) {
    boolean taken =
        state == ConnectionState.OPEN
            && config.wire().routerState() // without router state there is nothing to quote
            && requests.follow(nowNanos, quotedSequence, asked);
    endpoint.settle(nowNanos, this);
    return taken;
  }

  // Closing.

  /** Sends a RST and enters CLOSE-WAIT. */
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

  /** Repeats the RST. The retries together last at least as long as CLOSE-WAIT. */
  private void closeAgain(long nowNanos) {
    sayReset(nowNanos, sender.inFlight.next());
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
  void end(long nowNanos, CloseReason reason) {
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

  /** Ends the connection without sending, when the node stops. */
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
    endpoint.trace.state(nowNanos, this, next);
  }

  // Segments sent.

  private void transmit(long nowNanos, InFlight.Entry entry, boolean again) {
    if (outlet.data(nowNanos, entry, again, size.bytes)) {
      acknowledgementSent();
    }
    if (again) {
      endpoint.trace.retransmitted(nowNanos, this, entry.sequence - iss);
    }
  }

  private void acknowledge(long nowNanos) {
    acknowledge(nowNanos, false);
  }

  /** Sends an acknowledgement, which shows routers the sender's state if {@code showsState}. */
  void acknowledge(long nowNanos, boolean showsState) {
    outlet.acknowledgement(nowNanos, size.bytes, showsState);
    acknowledgementSent();
  }

  private void acknowledgementSent() {
    receiver.acknowledged();
    ackDeadlineNanos = NEVER;
  }

  // Timers.

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
    int limit = passive ? HALF_OPEN_RETRIES : Integer.MAX_VALUE;
    if (handshakeRetries > Math.min(limit, config.timers().retries())) {
      end(nowNanos, CloseReason.TIMED_OUT);
    } else {
      sendSyn(nowNanos);
    }
  }

  private void senderDue(long nowNanos) {
    if (sender.silentTimeouts >= config.timers().retries() && sender.times.isTimeoutDue(nowNanos)) {
      outlet.reset(nowNanos, sender.inFlight.next());
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

  // After each call: callbacks, acknowledgements and timers.

  /** Calls the application, which may call the connection again; sends due acknowledgements. */
  void settle(long nowNanos) {
    notices.say(nowNanos);
    if (state == ConnectionState.OPEN) {
      if (closing && sender.isDrained()) {
        if (receiver.owesAcknowledgement()) {
          // Without an acknowledgement, the peer would see a reset after its last message arrived.
          acknowledge(nowNanos);
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
      endpoint.trace.window(nowNanos, this);
    }
    arm();
  }

  /** Reports the end to the endpoint and the trace. */
  void hasEnded(long nowNanos, CloseReason reason) {
    endpoint.ended(this, reason);
    endpoint.trace.closed(nowNanos, this, reason);
  }

  /** Arms the timer if the deadline is earlier; a later one is noticed when the timer fires. */
  private void arm() {
    long deadline = state == ConnectionState.CLOSED ? NEVER : deadlineNanos();
    if (deadline < armedNanos) {
      armedNanos = deadline;
      timer.armAt(deadline);
    }
  }

  // State.

  public ConnectionState state() {
    return state;
  }

  public SenderState senderState() {
    return sender.state();
  }

  public int localPort() {
    return key.localPort();
  }

  /** Returns the virtual address of the other end. */
  public int remoteAddress() {
    return key.remoteAddress();
  }

  public int remotePort() {
    return key.remotePort();
  }

  /** Returns the local virtual address. */
  public int localAddress() {
    return endpoint.network.address();
  }

  public RdpStatistics statistics(long nowNanos) {
    long openNanos = Math.min(nowNanos, endedNanos) - openedNanos;
    SenderCounts counts = sender.counts;
    double goodput = openNanos > 0 ? counts.bytesAcknowledged * 8e9 / openNanos : 0;
    return new RdpStatistics(
        messagesSent,
        counts.messagesAcknowledged,
        counts.bytesAcknowledged,
        notices.messages,
        notices.bytes,
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

  boolean requiresChecksum() {
    return config.wire().checksum();
  }

  boolean isWith(int remoteAddress, int remotePort, int localPort) {
    return key.remoteAddress == remoteAddress
        && key.remotePort == remotePort
        && key.localPort == localPort;
  }

  int heldBuffers() {
    return sender.heldBuffers() + receiver.heldBuffers();
  }
}
