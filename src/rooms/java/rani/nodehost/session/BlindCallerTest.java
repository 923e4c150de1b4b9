// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import rani.link.Originator;
import rani.live.LinkSockets;
import rani.live.Transport;
import rani.model.node.RunKey;
import rani.node.Command;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.rdp.segment.SynParameters;
import rani.service.FrameView;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.NodeMessage;
import rani.wire.NodeMessage.LinkHello;
import rani.wire.RaniHeader;
import rani.wire.ServiceMessage;
import rani.wire.UdpHeader;

/**
 * A live node whose neighbours are the test: one that kept the numbers of an earlier start, and
 * calls in the name of another, whose answers it does not see.
 */
@Timeout(120)
class BlindCallerTest {
  private static final int HERE = Address.parse("10.0.0.1");
  private static final int CALLER = Address.parse("10.0.0.2");
  private static final int OTHER = Address.parse("10.0.0.3");
  private static final int NOWHERE = Address.parse("10.0.0.99");
  private static final int SINK = 7000;
  private static final int CALLERS_PORT = 9000;
  private static final int CALLS = 8;

  /** Where a ping's number stands in its data. */
  private static final int PING_NUMBER = 4;

  private static final int PATIENCE_MILLIS = 30_000;

  private static final String THREE =
      """
      topology: three
      defaults: {link: {hello: 60s}}
      nodes:
        n1: {services: {sink: {}, source: {}, ping: {}}}
        caller: {}
        other: {}
      links: {n1 -- caller: {}, n1 -- other: {}}
      """;

  @TempDir private Path folder;

  /** One start of n1, always with the same seed. */
  private final class Start implements AutoCloseable {
    private final DatagramSocket[] sockets = new DatagramSocket[4];
    private final NodeSession session;
    private final InetSocketAddress door;

    Start() throws Exception {
      LiveWiring wiring = new LiveWiring(TestTopologies.load(folder, THREE));
      session =
          ServedNode.session(
              wiring.config(
                  "n1",
                  false,
                  Transport.NIO,
                  1,
                  System.nanoTime(),
                  RunKey.first(ServedNode.TOKEN)));
      for (int k = 0; k < sockets.length; k++) {
        sockets[k] = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        sockets[k].setSoTimeout(PATIENCE_MILLIS);
      }
      session.node().connect(List.of(peer(0), peer(2)));
      session.node().handle(new Command.Start()).join();
      session.node().handle(new Command.Go()).join();
      door = session.node().sockets().getFirst().receive();
      saysHello(1, CALLER, door);
      saysHello(3, OTHER, session.node().sockets().getLast().receive());
      while (!(service(hears(0)) instanceof LinkHello first && first.heard())) {
        continue;
      }
      while (!(service(hears(2)) instanceof LinkHello hello && hello.heard())) {
        continue;
      }
    }

    private void saysHello(int socket, int neighbour, InetSocketAddress to) throws IOException {
      send(
          socket,
          new Originator(UnpooledByteBufAllocator.DEFAULT, neighbour)
              .message(HERE, 0, new LinkHello(1, true, 60_000)),
          neighbour,
          to);
    }

    private void send(int socket, ByteBuf frame, int neighbour, InetSocketAddress to)
        throws IOException {
      RaniHeader.prevNode(frame, frame.readerIndex(), neighbour, 0);
      byte[] bytes = ByteBufUtil.getBytes(frame);
      frame.release();
      sockets[socket].send(new DatagramPacket(bytes, bytes.length, to));
    }

    /** The next frame that n1 sends to a neighbour. */
    private ByteBuf hears(int socket) throws IOException {
      byte[] bytes = new byte[2000];
      DatagramPacket datagram = new DatagramPacket(bytes, bytes.length);
      sockets[socket].receive(datagram);
      return Unpooled.wrappedBuffer(bytes, 0, datagram.getLength());
    }

    private static @Nullable ServiceMessage service(ByteBuf frame) {
      FrameView view = new FrameView().wrap(frame, null);
      ServiceMessage message = view.message(NodeMessage.FORMATS);
      view.unwrap();
      return message;
    }

    private LinkSockets peer(int first) {
      return new LinkSockets(
          (InetSocketAddress) sockets[first].getLocalSocketAddress(),
          (InetSocketAddress) sockets[first + 1].getLocalSocketAddress());
    }

    /** Sends a segment by the caller's link, from whatever address. */
    void says(int source, Segment segment) throws IOException {
      int length = SegmentCodec.length(segment);
      ByteBuf payload = Unpooled.buffer(length).writerIndex(length);
      SegmentCodec.encode(segment, payload, 0, source, HERE, true);
      ByteBuf frame =
          new Originator(UnpooledByteBufAllocator.DEFAULT, source)
              .packet(HERE, Ipv4Header.PROTOCOL_RDP, 0, 0, 10_000_000, payload);
      send(1, frame, CALLER, door);
    }

    void calls(int source, int port) throws IOException {
      says(
          source,
          new Segment(
              Segment.SYN,
              port,
              SINK,
              77,
              0,
              new SynParameters(16, 1500, SynParameters.SEQUENCED),
              Segment.NO_EACKS,
              null,
              Unpooled.EMPTY_BUFFER));
    }

    /** The next SYN of some kind that comes to the caller; others may be repeated meanwhile. */
    Segment hearsSyn(Predicate<Segment> wanted) throws IOException {
      while (true) {
        ByteBuf frame = hears(0);
        int ip = Frame.ipv4(frame);
        if (Ipv4Header.protocol(frame, ip) == Ipv4Header.PROTOCOL_RDP) {
          int at = ip + Ipv4Header.LENGTH;
          Segment segment = SegmentCodec.decode(frame, at, frame.readableBytes() - at);
          if (segment.has(Segment.SYN) && wanted.test(segment)) {
            return segment;
          }
        }
      }
    }

    /** The number that n1 draws for a ping, as the caller sees it. */
    int numberOfPing() throws IOException {
      Command begin = new Command.Tell("ping", "start", List.of("caller", "passive", "count=1"));
      assertTrue(session.node().handle(begin).join().ok(), "a ping begins");
      while (true) {
        ByteBuf frame = hears(0);
        int ip = Frame.ipv4(frame);
        if (Ipv4Header.protocol(frame, ip) == Ipv4Header.PROTOCOL_UDP) {
          return frame.getInt(ip + Ipv4Header.LENGTH + UdpHeader.LENGTH + PING_NUMBER);
        }
      }
    }

    /** The number by which the sink answers a call. */
    int numberOf(int port) throws IOException {
      calls(CALLER, port);
      return hearsSyn(segment -> segment.has(Segment.ACK) && segment.destinationPort() == port)
          .sequence();
    }

    /** What has come after all that was said before. */
    Map<?, ?> sink() throws IOException {
      numberOf(60_000); // each is heard in turn
      Command show = new Command.Show(Command.Subject.SERVICES);
      return assertInstanceOf(
          Map.class, session.node().handle(show).join().facts().byKey().get("sink"));
    }

    @Override
    public void close() {
      session.close();
      for (DatagramSocket socket : sockets) {
        socket.close();
      }
    }
  }

  /** Opens a connection without hearing its answer, and sends five messages. */
  private static void callBlindly(Start start, int source, int guessedNumber) throws IOException {
    start.calls(source, CALLERS_PORT);
    for (int message = 1; message <= 5; message++) {
      start.says(
          source,
          new Segment(
              Segment.ACK,
              CALLERS_PORT,
              SINK,
              77 + message,
              guessedNumber,
              null,
              Segment.NO_EACKS,
              null,
              Unpooled.copiedBuffer("blind", StandardCharsets.US_ASCII)));
    }
  }

  @Test
  void theNumberOfAnEarlierStartOpensNothing() throws Exception {
    int number;
    try (Start first = new Start()) {
      number = first.numberOf(CALLERS_PORT);
    }
    for (int source : new int[] {OTHER, NOWHERE}) {
      try (Start second = new Start()) {
        callBlindly(second, source, number);
        Map<?, ?> sink = second.sink();
        Map<?, ?> rdp = assertInstanceOf(Map.class, sink.get("rdp"));
        String reason = source == OTHER ? "refused.forged-ack" : "refused.no-connection";
        assertEquals(5L, rdp.get(reason), rdp::toString);
      }
    }
  }

  @Test
  void twoStartsShareNoNumberAndNoPort() throws Exception {
    List<Integer> numbers = new ArrayList<>();
    List<List<Integer>> ports = new ArrayList<>();
    for (int start = 0; start < 2; start++) {
      try (Start one = new Start()) {
        List<Integer> chosen = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
          numbers.add(one.numberOf(CALLERS_PORT + call));
          assertTrue(flow(one), "a flow begins");
          Segment syn =
              one.hearsSyn(
                  segment -> !segment.has(Segment.ACK) && !chosen.contains(segment.sourcePort()));
          numbers.add(syn.sequence());
          chosen.add(syn.sourcePort());
        }
        ports.add(chosen);
        numbers.add(one.numberOfPing());
      }
    }
    assertEquals(4 * CALLS + 2, numbers.stream().distinct().count(), numbers::toString);
    assertNotEquals(ports.getFirst(), ports.getLast());
  }

  private static boolean flow(Start start) {
    Command begin = new Command.Tell("source", "start", List.of("caller", "bulk", "packets=1"));
    return start.session.node().handle(begin).join().ok();
  }
}
