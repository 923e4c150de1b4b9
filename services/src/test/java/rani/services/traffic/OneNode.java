// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.fixture.FakeWorld;
import rani.fixture.Nanos;
import rani.fixture.TestNode;
import rani.link.Originator;
import rani.node.Command;
import rani.node.Node;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.service.FrameView;
import rani.services.ProvidersTest;
import rani.sim.CountingAllocator;
import rani.wire.Address;
import rani.wire.Dscp;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.MessageFormat;
import rani.wire.NodeMessage;
import rani.wire.RaniHeader;
import rani.wire.ServiceMessage;
import rani.wire.UdpFlow;

/**
 * One node, with a test as its neighbours, its clock and its wire. What the node sends stands in
 * {@link #expect} as text, such as {@code data 3} or {@code ActiveFilterAck[id=7] to 10.0.0.3};
 * hello is left out.
 */
public final class OneNode {
  private static final List<MessageFormat> KNOWN =
      Stream.concat(NodeMessage.FORMATS.stream(), ProvidersTest.messages().stream()).toList();

  private final TestNode.Builder builder;
  private final String address;
  private final FrameView view = new FrameView();
  private final List<String> sent = new ArrayList<>();
  private byte[] lastData = {};
  private int links;
  private @Nullable TestNode started;

  public OneNode(String address) {
    this.address = address;
    builder = TestNode.named("n", address);
  }

  /** Another link, to a neighbour by which the others are reached, too. */
  public OneNode neighbour(String neighbour, String... beyond) {
    builder.link(neighbour, link -> link.queue(QueueConfig.dropTail(1)).hello(60 * Nanos.SECOND));
    for (String other : beyond) {
      builder.route(other, links);
    }
    links++;
    return this;
  }

  public OneNode menu(MenuEntry... entries) {
    builder.menu(List.of(entries));
    return this;
  }

  public OneNode queue(Rate drain, QueueConfig config) {
    builder.queue(drain, config);
    return this;
  }

  public OneNode start() {
    started = builder.build();
    handle(new Command.Start());
    return this;
  }

  public void go() {
    handle(new Command.Go());
  }

  public void stop() {
    handle(new Command.Stop());
  }

  /** Stops the node; nothing may be left of it. */
  public void close() {
    started().close();
  }

  private TestNode started() {
    return requireNonNull(started, "the node has not been started");
  }

  public Node node() {
    return started().node();
  }

  public long nowNanos() {
    return started().world().nowNanos();
  }

  /** Lets time pass; whatever is due happens in order. */
  public void pass(long nanos) {
    started().runFor(nanos);
  }

  /** Lets time pass, but wakes the node only at the end. */
  public void oversleep(long nanos) {
    started().oversleepTo(nowNanos() + nanos);
  }

  /** Where its frames come from, which knows how many there are. */
  CountingAllocator buffers() {
    return started().world().buffers();
  }

  /** Makes packets of some node. */
  public Originator packetsOf(String source) {
    return new Originator(buffers(), Address.parse(source));
  }

  /** A frame comes in by a link, as the neighbour there would pass it on. */
  public void receive(int link, ByteBuf frame) {
    int neighbour = node().config().links().get(link).neighbour();
    RaniHeader.prevNode(frame, frame.readerIndex(), neighbour, 0);
    started().receives(link, frame);
  }

  /** A datagram of 128 bytes, to be passed on, comes in by a link. */
  public void datagram(int link, String source, String destination) {
    receive(
        link,
        packetsOf(source)
            .datagram(
                new UdpFlow(Address.parse(destination), 1, 2),
                10_000_000,
                Unpooled.EMPTY_BUFFER,
                100));
  }

  /** The same, marked with a code point, from a port. */
  public void datagram(int link, String source, int port, String destination, int dscp) {
    ByteBuf frame =
        packetsOf(source)
            .datagram(
                new UdpFlow(Address.parse(destination), port, 2),
                10_000_000,
                Unpooled.EMPTY_BUFFER,
                100);
    Ipv4Header.dscp(frame, Frame.ipv4(frame), dscp);
    receive(link, frame);
  }

  /** A message on its way to another node comes in by a link. */
  public void passingMessage(
      int link, String source, String to, int service, ServiceMessage message) {
    receive(link, packetsOf(source).message(Address.parse(to), service, message));
  }

  /** A segment of an RDP connection, to be passed on, comes in by a link. */
  public void segment(int link, String source, String destination, Segment segment) {
    ByteBuf bytes = buffers().buffer().writeZero(SegmentCodec.length(segment));
    int from = Address.parse(source);
    int to = Address.parse(destination);
    SegmentCodec.encode(segment, bytes, 0, from, to, true);
    receive(link, packetsOf(source).packet(to, Ipv4Header.PROTOCOL_RDP, 0, 0, 10_000_000, bytes));
  }

  /** A datagram to a port of this node comes in by link 0, with such data. */
  public void datagram(String source, int sourcePort, int port, ByteBuf data) {
    receive(
        0,
        packetsOf(source)
            .datagram(
                new UdpFlow(Address.parse(address), sourcePort, port),
                10_000_000,
                data,
                data.readableBytes()));
  }

  /** A message to a service of this node comes in by a link. */
  public void message(int link, String source, int service, ServiceMessage message) {
    receive(link, packetsOf(source).message(Address.parse(address), service, message));
  }

  /** Holds everything the node has sent since it was last asked against this. */
  public void expect(String... expected) {
    assertEquals(List.of(expected), takeSent());
  }

  /** Everything the node has sent since it was last asked. */
  public List<String> takeSent() {
    readSent();
    List<String> happened = List.copyOf(sent);
    sent.clear();
    return happened;
  }

  /** The data of the datagram that the node sent last. */
  public ByteBuf lastData() {
    readSent();
    return Unpooled.copiedBuffer(lastData);
  }

  /** The trace lines that contain all of these words. */
  public List<String> lines(String... words) {
    return started().news().stream()
        .filter(line -> Stream.of(words).allMatch(line::contains))
        .toList();
  }

  /** Forgets the trace so far. */
  public void skipLines() {
    started().skip();
  }

  /** Those lines, of what happened since they were last taken. */
  public List<String> takeLines(String... words) {
    List<String> taken = lines(words);
    skipLines();
    return taken;
  }

  @SuppressWarnings("unchecked") // a node's facts of a service are such a map
  public SequencedMap<String, Object> facts(String service) {
    Object facts = handle(new Command.Show(Command.Subject.SERVICES)).get(service);
    return (SequencedMap<String, Object>) requireNonNull(facts, service);
  }

  public Object fact(String service, String name) {
    return requireNonNull(facts(service).get(name), name);
  }

  /** Says a verb to a service. */
  public void tell(String service, String verb, String... arguments) {
    handle(new Command.Tell(service, verb, List.of(arguments)));
  }

  private Map<String, Object> handle(Command command) {
    return started().does(command).facts().byKey();
  }

  /** How the packet in view is marked, unless that is usual. */
  private String marked() {
    boolean usual = view.isControl() || view.dscp() == Dscp.BEST_EFFORT;
    String congested = view.ecn() == Ipv4Header.ECN_CE ? " CE" : "";
    return (usual ? "" : " " + Dscp.name(view.dscp())) + congested;
  }

  private String text(ByteBuf frame) {
    Segment segment = SegmentCodec.decode(frame, view.payloadIndex(), view.payloadLength());
    RouterState state = segment.routerState();
    if (!segment.isRequest() || state == null) {
      int missing = state != null && state.isMedia() ? state.lost() : 0;
      return "segment "
          + segment.sequence()
          + (missing > 0 ? " of %d B without %d".formatted(view.length(), missing) : "");
    }
    if (state.has(RouterState.PACE)) {
      return "pace %d bytes=%d rate=%d to %s:%d"
          .formatted(
              segment.sequence(),
              state.segmentBytes(),
              state.rateBitsPerSecond(),
              Address.text(view.destination()),
              segment.destinationPort());
    }
    return "request %d epoch=%d cwnd=%d ssthresh=%d lost=%d to %s:%d%s"
        .formatted(
            segment.sequence(),
            state.epoch(),
            state.cwnd(),
            state.ssthresh(),
            state.lost(),
            Address.text(view.destination()),
            segment.destinationPort(),
            view.isControl() ? "" : ", not control");
  }

  /** Takes what was sent off the wire, as text. */
  private void readSent() {
    for (FakeWorld.Sent one : started().world().sent()) {
      view.wrap(one.frame(), one.link());
      read(one.frame());
      view.unwrap();
    }
    started().world().forgetSent();
  }

  private void read(ByteBuf frame) {
    if (view.message(KNOWN) instanceof ServiceMessage message) {
      if (!(message instanceof NodeMessage.LinkHello)) {
        sent.add(message + " to " + Address.text(view.destination()));
      }
    } else if (view.protocol() == Ipv4Header.PROTOCOL_UDP && GeneratorHeader.isIn(view)) {
      String kind = GeneratorHeader.kind(view) == GeneratorHeader.ACK ? "ack " : "data ";
      sent.add(kind + GeneratorHeader.sequence(view) + marked());
    } else if (view.protocol() == Ipv4Header.PROTOCOL_RDP) {
      sent.add(text(frame) + marked());
    } else {
      String data = frame.toString(view.dataIndex(), view.dataLength(), StandardCharsets.US_ASCII);
      String to = Address.text(view.destination()) + ":" + view.destinationPort();
      String text = ("datagram to " + to + " " + data).strip().replaceAll("[\\x00 ]+$", "");
      sent.add(text + marked());
      lastData = ByteBufUtil.getBytes(frame, view.dataIndex(), view.dataLength());
    }
  }
}
