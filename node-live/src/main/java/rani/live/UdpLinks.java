// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.node.Command;
import rani.node.Node;
import rani.node.NodeConfig;
import rani.wire.Frame;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Reply;
import rani.world.Streams;
import rani.world.World;

/**
 * The live {@code World} of one node: its virtual links over UDP, its timer, its random streams.
 *
 * <p>Everything happens in turns of one event loop: a batch of datagrams from one socket, a timer,
 * or a command. A turn ends with one flush of the frames that were written in it.
 */
final class UdpLinks implements World {
  private static final Logger LOG = LoggerFactory.getLogger(UdpLinks.class);

  private final SecureRandom secrets = new SecureRandom();
  private final LiveNodeConfig config;
  private final ByteBufAllocator buffers;
  private final LoopClock clock;
  private final DelayLine delayLine;
  private final LoopTimer wakeTimer;
  private final LoopTimer delayTimer;
  private final List<UdpLink> links = new ArrayList<>();
  private final List<Runnable> flushes = new ArrayList<>();
  private final CallMark mark;
  private final ServiceFaultListener watch;
  private final Node node;

  private boolean open;
  private int linksRemoved;
  private long refusedEarly;
  private long failures;
  private String lastFailure = "";

  UdpLinks(
      LiveNodeConfig config,
      NodeTrace trace,
      EventLoop loop,
      LoopClock clock,
      ByteBufAllocator buffers,
      CallMark mark,
      ServiceFaultListener watch) {
    this.config = config;
    this.mark = mark;
    this.watch = watch;
    this.buffers = buffers;
    this.clock = clock;
    this.delayLine = new DelayLine(buffers);
    this.wakeTimer = new LoopTimer(loop, clock, this::wake);
    this.delayTimer = new LoopTimer(loop, clock, () -> turn(() -> delayLine.release(clock.turn())));
    this.node = new Node(config.node().withServices(entries(loop)), this, trace);
  }

  private List<NodeConfig.MenuEntry> entries(EventLoop loop) {
    List<NodeConfig.MenuEntry> entries = new ArrayList<>();
    for (LiveService service : config.services()) {
      ServiceGate door = new ServiceGate(this, loop, config.transport());
      NodeConfig.MenuEntry entry = service.entry(door);
      door.belongsTo(entry.provider().number());
      entries.add(entry);
    }
    return entries;
  }

  Node node() {
    return node;
  }

  /** Binds the sockets of every link; after a failure {@link #close} closes bound ones. */
  void bind(SocketPairs sockets) throws BindFailure, InterruptedException {
    for (LiveLinkConfig place : config.links()) {
      links.add(bound(sockets, new LinkId(links.size()), place));
    }
  }

  /** Binds the sockets of a link that the node does not have yet. */
  UdpLink bound(SocketPairs sockets, LinkId id, LiveLinkConfig place)
      throws BindFailure, InterruptedException {
    int frameBytesMax = SocketPairs.datagramBytes(place) - 1;
    SocketPair pair = sockets.bind(id, place, new Arrivals(id, frameBytesMax));
    return new UdpLink(id, pair, clock, delayLine);
  }

  /** Returns the links by number; removed ones are closed. */
  List<UdpLink> links() {
    return links;
  }

  /** Closes the sockets of links that the node no longer has. */
  private void closeRemoved() {
    linksRemoved = node.linksRemoved();
    for (UdpLink link : links) {
      if (!link.isClosed() && node.hadLink(link.id())) {
        link.close();
      }
    }
  }

  /** Starts to record how late frames leave the delay line. */
  void measure() {
    delayLine.measure();
  }

  /** Starts to pass received frames to the node. */
  void open() {
    open = true;
  }

  @Override
  public void send(LinkEnd end, ByteBuf frame) {
    int _ = end.carry(clock.turn(), frame, links.get(end.id().number()));
  }

  @Override
  public void wakeAt(long deadlineNanos) {
    wakeTimer.armAt(deadlineNanos);
  }

  @Override
  public RandomGenerator random(String owner) {
    return Streams.of(config.seed(), config.node().name(), owner);
  }

  @Override
  public RandomGenerator secrets(RandomGenerator own) {
    return secrets;
  }

  @Override
  public ByteBufAllocator buffers() {
    return buffers;
  }

  @Override
  public void callBegins(int number, String name) {
    mark.begin(number, name);
  }

  @Override
  public long callEnds() {
    return mark.end();
  }

  private void wake() {
    try {
      node.wake(clock.turn());
    } catch (RuntimeException | Error e) {
      failed(e);
    }
    endTurn();
  }

  /** Runs an action as a turn of its own. Its exceptions are contained and counted. */
  void turn(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      failed(e);
    }
    endTurn();
  }

  boolean inTurn() {
    return clock.inTurn();
  }

  /** Calls a service in a turn of its own; returns false if the service was not called. */
  boolean enter(int serviceNumber, LongConsumer action) {
    boolean[] called = {false};
    turn(() -> called[0] = node.enter(clock.turn(), serviceNumber, action));
    return called[0];
  }

  /** Executes operations in one turn, up to the first refusal; returns their replies. */
  List<Reply> operate(List<Command.Operation> operations) {
    List<Reply> replies = new ArrayList<>();
    turn(
        () -> {
          for (Command.Operation each : operations) {
            replies.add(node.handle(clock.turn(), each));
            if (!replies.getLast().ok()) {
              return;
            }
          }
        });
    return replies;
  }

  /** Has an action run at the end of every turn. */
  void atTurnEnd(Runnable flush) {
    if (!flushes.contains(flush)) {
      flushes.add(flush);
    }
  }

  private void endTurn() {
    if (!delayLine.isEmpty()) {
      delayTimer.armAt(delayLine.nextDueNanos());
    }
    for (int number = 0; number < links.size(); number++) {
      links.get(number).pair().flush();
    }
    for (int number = 0; number < flushes.size(); number++) {
      flushes.get(number).run();
    }
    if (node.linksRemoved() != linksRemoved) {
      closeRemoved();
    }
    clock.endTurn();
  }

  /**
   * Counts a failure of the node's code, and reports an {@link Error} to the listener, which
   * decides whether the node goes on.
   */
  private void failed(Throwable failure) {
    if (failure instanceof Error error) {
      watch.broken(mark.service(), error);
      mark.abandon();
    }
    failures++;
    lastFailure = failure.toString();
    if (failures == 1) {
      LOG.error("node {} failed, and goes on", config.node().name(), failure);
    }
  }

  /** Closes every socket and releases every frame on the wires. */
  void close() {
    open = false;
    wakeTimer.disarm();
    delayTimer.disarm();
    delayLine.clear();
    links.forEach(UdpLink::close);
  }

  LiveFacts.Links facts() {
    SequencedMap<String, LiveFacts.Link> each = new LinkedHashMap<>();
    links.stream()
        .filter(link -> !link.isClosed())
        .forEach(
            link ->
                each.put(
                    link.id().toString(),
                    link.facts(node.hasLink(link.id()) ? node.wire(link.id()) : null)));
    return new LiveFacts.Links(
        links.stream()
            .map(UdpLink::socketErrors)
            .reduce(LiveFacts.SocketErrors.NONE, LiveFacts.SocketErrors::plus),
        refusedEarly,
        delayLine.frames(),
        delayLine.dropped(),
        LiveFacts.Wires.of(delayLine.lateness()),
        failures,
        lastFailure,
        each);
  }

  /** Passes datagrams from a link's sockets to the node. */
  private final class Arrivals implements SocketPair.Incoming {
    private final LinkId link;
    private final int frameBytesMax;

    Arrivals(LinkId link, int frameBytesMax) {
      this.link = link;
      this.frameBytesMax = frameBytesMax;
    }

    @Override
    public void arrived() {
      long _ = clock.again();
    }

    @Override
    public void datagram(ByteBuf frame) {
      if (!open) {
        // The datagram came before the socket was connected, from any sender.
        refusedEarly++;
        frame.release();
        return;
      }
      if (frame.readableBytes() > frameBytesMax) {
        // The datagram was truncated. As a frame below the minimum it counts as one of bad length.
        frame.writerIndex(frame.readerIndex() + Frame.LENGTH_MIN - 1);
      }
      try {
        node.receive(clock.turn(), link, frame);
      } catch (RuntimeException | Error e) {
        UdpLinks.this.failed(e);
      }
    }

    @Override
    public void turnEnds() {
      endTurn();
    }

    @Override
    public void failed(Throwable cause) {
      links.get(link.number()).socketFailed(cause);
    }
  }
}
