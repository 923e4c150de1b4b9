// SPDX-License-Identifier: Apache-2.0
package org.example.talkers;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.OptionReader;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.Address;
import rani.wire.UdpFlow;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.Reply;

/**
 * <b>top-talkers</b> - who is in the way: counts, by source, the packets that find a queue of this
 * node congested (dropped, marked, or above max_th), in memory that does not grow with the traffic.
 *
 * <p>It is asked from the console, or in band: a UDP datagram to its port is answered with one line
 * for each source, its address and its count, the busiest first.
 *
 * <p><b>Facts.</b> {@code seen}: packets that found congestion; {@code asked}: questions in band;
 * {@code top}: the busiest source, or {@code none}.
 *
 * <p><b>Console.</b> {@code top} lists sources with {@code count} and {@code error}, by which the
 * count may be too high; {@code reset} begins again.
 *
 * <p><b>Example.</b> {@code n3: {services: {top-talkers: {keep: 20}}}}
 *
 * <p><b>See also.</b> {@code lgc}, which does something about it.
 */
public final class TopTalkers implements Service {
  private static final int KEEP = 8;
  private static final int KEEP_MAX = 256;
  private static final int PORT = 7100;

  private final HeavyHitters sources;
  private final int port;
  private @Nullable ServiceContext context;
  private long seen;
  private long asked;

  private TopTalkers(int keep, int port) {
    this.sources = new HeavyHitters(keep);
    this.port = port;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    this.context = context;
    context.listen(port);
  }

  @Override
  public void onCongestion(long nowNanos, Congestion kind, QueueView queue, FrameView packet) {
    if (kind != Congestion.BELOW_MAX) { // which says that it is over
      seen++;
      sources.see(packet.source());
    }
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    ServiceContext node = context;
    // Active packets are not for us, and two of us would answer each other for ever.
    if (node == null || packet.service() != 0 || packet.sourcePort() == port) {
      return Fate.REFUSE;
    }
    asked++;
    StringBuilder text = new StringBuilder();
    for (HeavyHitters.Counter each : sources.top()) {
      text.append(Address.text(each.address())).append(' ').append(each.count()).append('\n');
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
    ByteBuf data = node.buffers().buffer(bytes.length).writeBytes(bytes);
    try {
      UdpFlow back = new UdpFlow(packet.source(), port, packet.sourcePort());
      node.sendDatagram(nowNanos, back, packet.lifetimeMicros(), data, bytes.length);
    } finally {
      data.release();
    }
    return Fate.CONSUME;
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    switch (verb) {
      case "top" -> {
        return Reply.of(new Top(seen, sources.top().stream().map(Talker::of).toList()));
      }
      case "reset" -> {
        seen = 0;
        sources.clear();
        return Reply.DONE;
      }
      default -> {
        return Reply.refused("top-talkers has no verb `" + verb + "`; it knows top and reset");
      }
    }
  }

  /** The answer to {@code top}. */
  public record Top(long seen, List<Talker> sources) implements Facts {}

  /** A source, and how often it was counted; the count may be too high by the error. */
  public record Talker(String source, long count, long error) implements Facts {
    private static Talker of(HeavyHitters.Counter counter) {
      return new Talker(Address.text(counter.address()), counter.count(), counter.error());
    }
  }

  /** What the service shows of itself. */
  public record Shown(long seen, long asked, String top) implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    List<HeavyHitters.Counter> top = sources.top();
    return new Shown(seen, asked, top.isEmpty() ? "none" : Address.text(top.getFirst().address()));
  }

  /** Puts top-talkers on menus. */
  public static final class Provider implements ServiceProvider {
    /** Services of your own have numbers from 1000 up. */
    private static final int NUMBER = 4000;

    @Override
    public int number() {
      return NUMBER;
    }

    @Override
    public String name() {
      return "top-talkers";
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return new TopTalkers(
          (int) options.count("keep", KEEP, 1, KEEP_MAX, "How many sources are told apart."),
          (int) options.count("port", PORT, 1, 65_535, "The UDP port at which it is asked."));
    }
  }
}
