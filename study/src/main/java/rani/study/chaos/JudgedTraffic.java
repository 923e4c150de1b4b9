// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.ConnectionState;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.RdpCounts;
import rani.rdp.RdpTrace;
import rani.rdp.bind.RdpHost;
import rani.rdp.bind.RdpOptions;
import rani.rdp.stream.ByteStream;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.WordReader;
import rani.wire.Ipv4Header;
import rani.wire.UdpFlow;
import rani.world.Facts;
import rani.world.Reply;

/**
 * <b>judged</b> - sends traffic, and a {@link DeliveryJudge} checks every message, byte and
 * datagram at its destination. Also receives the traffic of other instances. Used by chaos alone.
 */
final class JudgedTraffic implements Service {
  static final String NAME = "judged";

  static final int NUMBER = 65_001;
  private static final int MESSAGES_PORT = 7100;
  private static final int STREAM_PORT = 7101;
  private static final int DATAGRAMS_PORT = 7102;
  private static final int FLOWS_MAX = 64;
  private static final int RDP_TIMER = FLOWS_MAX;
  private static final int WRITE_BYTES = 3000;

  private final DeliveryJudge judge;
  private final RdpConfig config;
  private final WordReader words;
  private final List<Sender> senders = new ArrayList<>();
  private @Nullable Means means;

  /** Node and RDP host, which the service has once it is started. */
  private record Means(ServiceContext node, RdpHost host) {}

  JudgedTraffic(DeliveryJudge judge, OptionReader options) {
    this.judge = judge;
    this.config = RdpOptions.read(options);
    this.words = options.words();
    options.each("flows", "What is sent.").stream().map(JudgedFlow::read).forEach(this::add);
  }

  private void add(JudgedFlow flow) {
    senders.add(new Sender(senders.size(), flow));
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    RdpHost host = new RdpHost(context, RDP_TIMER, RdpTrace.NONE);
    means = new Means(context, host);
    context.listen(DATAGRAMS_PORT);
    host.endpoint().listen(MESSAGES_PORT, config, (_, connection) -> accepted(connection, false));
    host.endpoint().listen(STREAM_PORT, config, (_, connection) -> accepted(connection, true));
  }

  private Means means() {
    return Objects.requireNonNull(means, "the service has not been started");
  }

  private @Nullable RdpApplication accepted(RdpConnection connection, boolean isStream) {
    Conversation of =
        judge.answered(
            connection.remoteAddress(), connection.remotePort(), connection.localAddress());
    if (of == null) {
      return null;
    }
    return isStream
        ? new ByteStream(means().node().buffers(), new StreamEnd(of, false))
        : new MessagesEnd(of, false);
  }

  @Override
  public void go(long nowNanos) {
    for (Sender sender : senders) {
      means().node().setTimer(sender.number, nowNanos + sender.flow.startNanos());
    }
  }

  @Override
  public void stop(long nowNanos) {
    if (means != null) {
      means.host().stop(nowNanos);
    }
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    if (timer == RDP_TIMER) {
      means().host().onWake(nowNanos);
    } else {
      senders.get(timer).wake(nowNanos);
    }
  }

  @Override
  public long heldBuffers() {
    return means == null ? 0 : means.host().heldBuffers();
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    if (packet.service() != 0) {
      return Fate.REFUSE;
    }
    if (packet.protocol() != Ipv4Header.PROTOCOL_UDP) {
      return means().host().onPacket(nowNanos, packet);
    }
    judge.datagram(means().node().address(), packet);
    return Fate.CONSUME;
  }

  /** {@code open DEST NAME=VALUE…}: begins a flow with these options at once. */
  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    if (senders.size() == FLOWS_MAX) {
      return Reply.refused("it has " + FLOWS_MAX + " flows");
    }
    JudgedFlow flow;
    try {
      flow = words.read(arguments, JudgedFlow::read);
    } catch (IllegalArgumentException wrong) {
      return Reply.refused(String.valueOf(wrong.getMessage()));
    }
    add(flow);
    senders.getLast().wake(nowNanos);
    return Reply.DONE;
  }

  @Override
  public boolean isBusy() {
    return false; // the chaos run asks for open connections
  }

  public record Shown(@Nullable RdpCounts rdp) implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(means == null ? null : means.host().facts());
  }

  private final class Sender {
    private final int number;
    private final JudgedFlow flow;
    private @Nullable Conversation conversation;

    Sender(int number, JudgedFlow flow) {
      this.number = number;
      this.flow = flow;
    }

    void wake(long nowNanos) {
      ServiceContext node = means().node();
      if (conversation == null) {
        conversation = judge.open(flow, node.nodeName(), node.address());
      }
      switch (flow.kind()) {
        case MESSAGES -> connect(nowNanos, conversation);
        case STREAM -> connectStream(nowNanos, conversation);
        case DATAGRAMS -> sendDatagram(nowNanos, conversation, node);
      }
    }

    private void connect(long nowNanos, Conversation with) {
      MessagesEnd end = new MessagesEnd(with, true);
      RdpConnection connection =
          means()
              .host()
              .endpoint()
              .connect(nowNanos, flow.destination(), MESSAGES_PORT, flow.config(), end);
      judge.called(with, connection.localPort());
    }

    private void connectStream(long nowNanos, Conversation with) {
      StreamEnd end = new StreamEnd(with, true);
      ByteStream stream =
          ByteStream.connect(
              nowNanos,
              means().host().endpoint(),
              flow.destination(),
              STREAM_PORT,
              flow.config(),
              means().node().buffers(),
              end);
      judge.called(with, stream.connection().localPort());
    }

    private void sendDatagram(long nowNanos, Conversation with, ServiceContext node) {
      Conversation.Way way = with.way(false);
      int sent = (int) way.given++;
      ByteBuf data =
          JudgedPayload.write(
              UnpooledByteBufAllocator.DEFAULT, with.id(), false, sent, flow.dataBytes(sent));
      try {
        node.sendDatagram(
            nowNanos,
            new UdpFlow(flow.destination(), DATAGRAMS_PORT, DATAGRAMS_PORT),
            flow.lifetimeMicros(),
            data,
            data.readableBytes());
      } finally {
        data.release();
      }
      if (way.given < flow.count()) {
        node.setTimer(number, nowNanos + flow.gapNanos());
      }
    }
  }

  private abstract static class End {
    final Conversation conversation;
    final boolean isCaller;
    final Conversation.Way out;

    End(Conversation conversation, boolean isCaller) {
      this.conversation = conversation;
      this.isCaller = isCaller;
      this.out = conversation.way(!isCaller);
    }
  }

  /** One end of a connection that carries messages. The caller closes the connection. */
  private final class MessagesEnd extends End implements RdpApplication {
    private boolean closing;

    MessagesEnd(Conversation conversation, boolean isCaller) {
      super(conversation, isCaller);
    }

    @Override
    public void opened(long nowNanos, RdpConnection connection) {
      goOn(nowNanos, connection);
    }

    @Override
    public void writable(long nowNanos, RdpConnection connection) {
      goOn(nowNanos, connection);
    }

    @Override
    public void received(long nowNanos, RdpConnection connection, ByteBuf message) {
      judge.message(conversation, isCaller, message);
      goOn(nowNanos, connection);
    }

    private void goOn(long nowNanos, RdpConnection connection) {
      while (isOpen(connection) && out.given < out.planned) {
        int number = (int) out.given;
        int length = JudgedFlow.length(number, connection.maxMessageBytes());
        ByteBuf message =
            JudgedPayload.write(
                means().node().buffers(), conversation.id(), !isCaller, number, length);
        out.given++;
        if (!connection.send(nowNanos, message)) {
          out.given--;
          message.release();
          return;
        }
      }
      if (isCaller && isOpen(connection) && conversation.isAllHere()) {
        closing = true;
        connection.close(nowNanos);
      }
    }

    private boolean isOpen(RdpConnection connection) {
      return !closing && connection.state() == ConnectionState.OPEN;
    }

    @Override
    public void closed(long nowNanos, RdpConnection connection, CloseReason reason) {
      judge.closed(conversation, isCaller, reason);
    }
  }

  private final class StreamEnd extends End implements ByteStream.Reader {
    StreamEnd(Conversation conversation, boolean isCaller) {
      super(conversation, isCaller);
    }

    @Override
    public void opened(long nowNanos, ByteStream stream) {
      write(nowNanos, stream);
    }

    @Override
    public void writable(long nowNanos, ByteStream stream) {
      write(nowNanos, stream);
    }

    private void write(long nowNanos, ByteStream stream) {
      while (out.given < out.planned) {
        int length = (int) Math.min(WRITE_BYTES, out.planned - out.given);
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; at++) {
          bytes[at] = JudgedPayload.streamByte(conversation.id(), !isCaller, out.given + at);
        }
        int taken = stream.write(nowNanos, Unpooled.wrappedBuffer(bytes));
        out.given += taken;
        if (taken < length) {
          return;
        }
      }
      stream.end(nowNanos);
    }

    @Override
    public void bytes(long nowNanos, ByteStream stream, ByteBuf bytes) {
      judge.bytes(conversation, isCaller, bytes);
    }

    @Override
    public void ended(long nowNanos, ByteStream stream) {
      judge.ended(conversation, isCaller);
    }

    @Override
    public void closed(long nowNanos, ByteStream stream, CloseReason reason) {
      judge.closed(conversation, isCaller, reason);
    }
  }
}
