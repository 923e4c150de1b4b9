// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.link.LinkKeys;
import rani.link.Originator;
import rani.link.PacketAccounting;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.sim.Simulation;
import rani.wire.Frame;
import rani.wire.InternetChecksum;
import rani.wire.Ipv4Header;
import rani.wire.NodeMessage;
import rani.wire.ServiceMessage;
import rani.world.LinkId;

/**
 * An attacker on the wire without keys (Dolev-Yao). It replays recorded frames, unchanged or with a
 * flipped bit, and forges noise, hellos and link states in the neighbour's name. On a link without
 * keys it sends only noise and fragments, because the receiving node cannot recognize forgeries
 * there.
 */
final class Attacker {
  private static final int LATE_SEQUENCE = 1_000_000;

  /** Offset of the flags and the fragment offset in an IPv4 header (RFC 791 §3.1). */
  private static final int FRAGMENT = 6;

  private static final int CHECKSUM = 10;
  private static final int MORE_FRAGMENTS = 0x2000;

  private final ChaosRandom random;
  private final Supplier<Topology> topology;
  private final Simulation simulation;
  private final LinkNumbers numbers;

  Attacker(long seed, Supplier<Topology> topology, Simulation simulation, LinkNumbers numbers) {
    this.random = new ChaosRandom(seed, "stranger");
    this.topology = topology;
    this.simulation = simulation;
    this.numbers = numbers;
  }

  void overhear(String from, String to) {
    link(from, to).ifPresent(link -> simulation.overhear(from, numbers.at(from, link)));
  }

  /**
   * Sends frames, recorded ones twice. Throws IllegalStateException if a link that authenticates
   * all frames accepts a forged, changed or repeated one.
   */
  void forge(String from, String to, int frames) {
    TopologyLink link = link(from, to).orElse(null);
    if (link == null) {
      return;
    }
    LinkId out = numbers.at(from, link);
    LinkKeys.@Nullable Scope scope = link.a().keys().orElse(null);
    List<byte[]> overheard = new ArrayList<>(simulation.overheard(from, out));
    PacketAccounting far = simulation.node(to).ledger();
    for (int k = 0; k < frames; k++) {
      byte[] frame = frame(from, to, scope, overheard);
      if (overheard.stream().anyMatch(heard -> Arrays.equals(heard, frame))) {
        // The first copy may be lost, because the link was cut or the node has restarted.
        simulation.forge(from, out, frame);
      }
      boolean down = simulation.isDown(to);
      long arrivals = far.arrivals();
      long drops = far.drops();
      simulation.forge(from, out, frame);
      boolean taken = !down && far.arrivals() > arrivals && far.drops() == drops;
      if (scope == LinkKeys.Scope.ALL && taken) {
        throw new IllegalStateException(to + " took a stranger's frame from " + from);
      }
    }
  }

  private byte[] frame(
      String from, String to, LinkKeys.@Nullable Scope scope, List<byte[]> overheard) {
    if (scope == null) {
      return random.chance(0.5) ? random.bytes(random.count(1, 1500)) : fragment(from, to);
    }
    return switch (random.count(0, 4)) {
      case 0 -> random.bytes(random.count(1, 1500));
      case 1 -> made(from, to, new NodeMessage.LinkHello(LATE_SEQUENCE, false, 10));
      case 2 ->
          made(
              from,
              to,
              new NodeMessage.LinkState(address(from), 0, LATE_SEQUENCE, 0, from, List.of()));
      default -> replayed(overheard);
    };
  }

  private byte[] replayed(List<byte[]> overheard) {
    if (overheard.isEmpty()) {
      return random.bytes(random.count(1, 100));
    }
    byte[] again = random.one(overheard).clone();
    if (random.chance(0.5) && !HopJudge.isSpoilt(Unpooled.wrappedBuffer(again))) {
      again[random.count(0, again.length - 1)] ^= (byte) (1 << random.count(0, 7));
    }
    return again;
  }

  /** Returns an IPv4 fragment (RFC 791 §3.2), which rani's nodes never send. */
  private byte[] fragment(String from, String to) {
    byte[] bytes = made(from, to, new NodeMessage.LinkHello(LATE_SEQUENCE, false, 10));
    ByteBuf frame = Unpooled.wrappedBuffer(bytes);
    int ip = Frame.ipv4(frame);
    frame.setShort(ip + FRAGMENT, MORE_FRAGMENTS | random.count(0, 100));
    frame.setShort(ip + CHECKSUM, 0);
    long sum = InternetChecksum.sum(frame, ip, Ipv4Header.LENGTH, 0);
    frame.setShort(ip + CHECKSUM, InternetChecksum.fold(sum));
    return bytes;
  }

  private byte[] made(String from, String to, ServiceMessage message) {
    Originator originator = new Originator(UnpooledByteBufAllocator.DEFAULT, address(from));
    ByteBuf frame = originator.message(address(to), 0, message);
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    return bytes;
  }

  private int address(String node) {
    return topology.get().node(node).orElseThrow().virtualAddress();
  }

  private Optional<TopologyLink> link(String from, String to) {
    return topology.get().linksByNode().getOrDefault(from, List.of()).stream()
        .filter(link -> link.farEnd(from).node().equals(to))
        .findFirst();
  }
}
