// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.link.LinkConfig;
import rani.node.Command;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Reply;

/**
 * A live node: one Netty event loop owns it, and its virtual links are pairs of UDP sockets.
 *
 * <p>Its life: {@link #bind} binds the sockets, {@link #connect} connects them to the neighbours',
 * {@link Command.Start} brings the links up, {@link #goAt} begins the experiment, and {@link
 * #close} ends the node. Methods may be called by any thread except the node's own.
 */
public final class LiveNode implements AutoCloseable {
  /** Time after which the sockets of a link that was prepared but not joined are closed. */
  public static final long PREPARED_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

  public static final int SOCKET_BUFFER_BYTES = SocketPairs.SOCKET_BUFFER_BYTES;

  private static final long CLOSE_MILLIS_MAX = 1000;

  private final LiveNodeConfig config;
  private final MultiThreadIoEventLoopGroup group;
  private final IoEventLoop loop;
  private final LoopClock clock;
  private final AdaptiveByteBufAllocator buffers = new AdaptiveByteBufAllocator(true);
  private final UdpLinks links;
  private final SocketPairs sockets;
  private final Heartbeat heartbeat;
  private final LoopTimer goTimer;
  private final SequencedMap<LinkId, ScheduledFuture<?>> prepared = new LinkedHashMap<>();
  private long preparedExpired;
  private final CompletableFuture<Reply> gone = new CompletableFuture<>();
  private final CallMark mark;
  private final ServiceFaultListener watch;
  private Watchdog.@Nullable Watched watched;

  private LiveNode(
      LiveNodeConfig config, NodeTrace trace, CallMark mark, ServiceFaultListener watch) {
    this.config = config;
    this.mark = mark;
    this.watch = watch;
    String name = config.node().name();
    group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("rani-" + name, true), config.transport().ioHandler());
    loop = group.next();
    clock = new LoopClock(config.timeBaseNanos());
    links = new UdpLinks(config, trace, loop, clock, buffers, mark, watch);
    sockets = new SocketPairs(name, config.transport(), loop, buffers);
    heartbeat = new Heartbeat(loop, clock);
    goTimer = new LoopTimer(loop, clock, this::go);
  }

  /**
   * Creates a node and binds its sockets, which receive nothing before {@link #connect}. The trace
   * receives every event, on the node's own thread. Fails if a port is in use, an address is not
   * this host's, or the transport is not available; throws {@link IllegalArgumentException} if
   * services of the menu are missing that others need.
   */
  public static LiveNode bind(LiveNodeConfig config, NodeTrace trace) throws IOException {
    return bind(config, trace, Optional.empty(), ServiceFaultListener.NONE);
  }

  /**
   * Creates a node that also reports services that block it, and records the service being called
   * in a file, see {@link LastCall}.
   */
  public static LiveNode bind(
      LiveNodeConfig config, NodeTrace trace, Optional<Path> lastCall, ServiceFaultListener watch)
      throws IOException {
    String unavailable = config.transport().unavailable();
    if (unavailable != null) {
      throw new IOException(
          "node %s: transport %s is not available here: %s"
              .formatted(config.node().name(), config.transport().text(), unavailable));
    }
    LiveNode node = new LiveNode(config, trace, new CallMark(lastCall.orElse(null)), watch);
    boolean bound = false;
    try {
      node.links.bind(node.sockets);
      node.watched =
          Watchdog.watch(node.name(), node.onLoop(LiveNode::onTime).join(), node.mark, watch);
      bound = true;
      return node;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while binding", e);
    } finally {
      if (!bound) {
        node.close();
      }
    }
  }

  /** Minimizes the timer slack of the calling thread, and returns the thread's state. */
  private static ThreadState onTime() {
    boolean _ = LinuxCalls.wakeOnTime();
    return ThreadState.ofThisThread();
  }

  public String name() {
    return config.node().name();
  }

  /** Returns the sockets of the link ends, in the order of their numbers. */
  public List<LinkSockets> sockets() {
    return onLoop(
            () ->
                links.links().stream()
                    .filter(link -> !link.isClosed())
                    .map(UdpLink::sockets)
                    .toList())
        .join();
  }

  /** The sockets that were bound for a new link, and the number that the link will have. */
  public record Prepared(LinkId id, LinkSockets sockets) {}

  /**
   * Binds the sockets of a new link, under a number that no link had. {@link #join} or {@link
   * #abandon} follows. If neither does within {@link #PREPARED_NANOS_MAX}, the client is taken for
   * dead, and the sockets are closed.
   */
  public Prepared prepare(LiveLinkConfig place) throws IOException {
    return prepare(place, PREPARED_NANOS_MAX);
  }

  synchronized Prepared prepare(LiveLinkConfig place, long forNanos) throws IOException {
    try {
      LinkId id = new LinkId(onLoop(() -> links.links().size()).join());
      UdpLink link = links.bound(sockets, id, place);
      onLoop(
              () -> {
                links.links().add(link);
                prepared.put(id, loop.schedule(() -> expire(id), forNanos, TimeUnit.NANOSECONDS));
                return id;
              })
          .join();
      return new Prepared(id, link.sockets());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while binding", e);
    }
  }

  private void expire(LinkId id) {
    if (prepared.remove(id) != null) {
      preparedExpired++;
      links.links().get(id.number()).close();
    }
  }

  /** Marks a prepared link as joined; returns false if it was not prepared. */
  private boolean take(LinkId id) {
    ScheduledFuture<?> expiry = prepared.remove(id);
    return expiry != null && expiry.cancel(false);
  }

  /** Reports whether a link is prepared and can be joined. */
  public boolean isPrepared(LinkId id) {
    return onLoop(() -> prepared.containsKey(id)).join();
  }

  /** Connects a prepared link, and adds it to the node; returns the node's reply. */
  public Reply join(LinkConfig link, LinkSockets peer) throws IOException {
    if (!onLoop(() -> take(link.id())).join()) {
      return Reply.refused(link.id() + " of node " + name() + " is not prepared, or too long ago");
    }
    UdpLink end = onLoop(() -> links.links().get(link.id().number())).join();
    try {
      end.pair().connect(peer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while connecting", e);
    }
    return handle(new Command.AddLink(link)).join();
  }

  /** Closes the sockets of a link that was prepared and is not joined. */
  public void abandon(LinkId id) {
    onLoop(
            () -> {
              boolean _ = take(id);
              links.links().get(id.number()).close();
              return id;
            })
        .join();
  }

  public long nowNanos() {
    return clock.read();
  }

  /** Connects every link end to its neighbour's sockets, given by link number. */
  public void connect(List<LinkSockets> peers) throws IOException {
    if (peers.size() != links.links().size()) {
      throw new IllegalArgumentException(
          name() + " has " + links.links().size() + " links, not " + peers.size());
    }
    for (UdpLink link : links.links()) {
      try {
        link.pair().connect(peers.get(link.id().number()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while connecting", e);
      } catch (IOException e) {
        throw new IOException("node " + name() + ", " + link.id() + ": " + e.getMessage(), e);
      }
    }
  }

  /** Executes a command on the node's own thread. */
  public CompletableFuture<Reply> handle(Command command) {
    return onLoop(() -> handleNow(command));
  }

  /**
   * Executes {@link Command.Go} at a time of the node's clock, or at once if that has passed; a
   * long delay counts as a stall. The result is completed when the command was executed.
   */
  public CompletableFuture<Reply> goAt(long atNanos) {
    return onLoop(
            () -> {
              heartbeat.start(atNanos);
              goTimer.armAt(atNanos);
              return true;
            })
        .thenCompose(armed -> gone);
  }

  private void go() {
    gone.complete(handleNow(new Command.Go()));
  }

  private Reply handleNow(Command command) {
    if (command instanceof Command.Start) {
      links.open();
    } else if (command instanceof Command.Go) {
      heartbeat.start(clock.read());
      links.measure();
    }
    Reply[] reply = {Reply.refused("the node failed")};
    links.turn(() -> reply[0] = links.node().handle(clock.turn(), command));
    return reply[0];
  }

  /**
   * Returns facts about the node: its transport, its sockets and their drops, the lateness of its
   * delay line, and the stalls of its thread. Lateness and stalls count from {@link Command.Go},
   * other counters from the node's creation.
   */
  public LiveFacts facts() {
    return new LiveFacts(
        config.transport().text(),
        onLoop(this::loopFacts).join(),
        KernelDrops.of(sockets().stream().map(LinkSockets::receive).toList()),
        directMemoryBytes());
  }

  private LiveFacts.OnLoop loopFacts() {
    heartbeat.look();
    return new LiveFacts.OnLoop(
        links.facts(),
        prepared.size(),
        preparedExpired,
        heartbeat.stalls(),
        heartbeat.longestNanos(),
        new LinkedHashMap<>(mark.longestNanos()));
  }

  /** Returns the number of bytes that the node's buffers reserve outside the heap. */
  public long directMemoryBytes() {
    return buffers.metric().usedDirectMemory();
  }

  private <T> CompletableFuture<T> onLoop(Callable<T> action) {
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      loop.execute(
          () -> {
            try {
              result.complete(action.call());
            } catch (Exception e) {
              result.completeExceptionally(e);
            }
          });
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(new IllegalStateException("node " + name() + " is closed", e));
    }
    return result;
  }

  /** Stops the node, closes its sockets and ends its thread. Idempotent. */
  @Override
  public void close() {
    if (watched != null) {
      watched.close();
    }
    onLoop(
            () -> {
              links.turn(() -> links.node().handle(clock.turn(), new Command.Stop()));
              heartbeat.stop();
              goTimer.disarm();
              links.close();
              sockets.close();
              return true;
            })
        .exceptionally(closedBefore -> false)
        .completeOnTimeout(false, CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS)
        .join();
    group
        .shutdownGracefully(0, CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(CLOSE_MILLIS_MAX);
  }
}
