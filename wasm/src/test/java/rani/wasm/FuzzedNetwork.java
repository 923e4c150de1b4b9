// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import rani.fixture.Nanos;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.node.NodeFacts;
import rani.node.TraceLines;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.ServiceProvider;
import rani.sim.Simulation;
import rani.sim.TraceDigest;
import rani.wire.InternetChecksum;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.wire.Payload;

/**
 * Three nodes in a line, of which the middle one runs a module's service: a hundred packets of
 * every kind that services get come to it, into a queue that overflows.
 */
final class FuzzedNetwork {
  private static final int BEFORE = VirtualNetwork.address(1);
  private static final int FUZZED = VirtualNetwork.address(2);
  private static final int BEHIND = VirtualNetwork.address(3);
  private static final int QUEUE_FRAMES = 6;
  private static final int SENDS_OF_EACH = 20;
  private static final int PORT = 7;
  private static final int UDP_BYTES = 300;

  /**
   * What a run came to.
   *
   * @param digest of the trace, and of all that the node says of the service
   * @param suspended whether the service failed three times in a row
   */
  record Outcome(String digest, long failures, boolean suspended) {}

  private FuzzedNetwork() {}

  /** Runs a service for two seconds. Throws what leaves the sandbox or breaks an invariant. */
  static Outcome run(ServiceProvider service) {
    VirtualNetwork network =
        new VirtualNetwork()
            .node("a")
            .node("m", service)
            .node("z")
            .link("a", "m", Rate.UNLIMITED, ImpairmentConfig.ofDelay(Nanos.MILLI))
            .bottleneck(
                "m",
                "z",
                Rate.packetsPerSecond(100),
                QueueConfig.dropTail(QUEUE_FRAMES),
                ImpairmentConfig.ofDelay(Nanos.MILLI));
    TraceDigest trace = new TraceDigest(null);
    Simulation simulation = network.simulation(1, name -> new TraceLines(name, trace.page()));
    simulation.handleAll(new Command.Start());
    simulation.runUntil(Nanos.SECOND / 2);
    simulation.handleAll(new Command.Go());
    int number = service.number();
    inject(simulation, PacketPlan.datagram(BEHIND, number, PORT, UDP_BYTES));
    inject(simulation, PacketPlan.datagram(FUZZED, number, PORT, UDP_BYTES));
    inject(simulation, PacketPlan.datagram(BEHIND, 0, PORT, UDP_BYTES));
    inject(simulation, message(number, 1));
    inject(simulation, message(number, 3));
    simulation.runUntil(2 * Nanos.SECOND);
    NodeFacts.OfService facts =
        ((NodeFacts.Services)
                simulation.handle("m", new Command.Show(Command.Subject.SERVICES)).facts())
            .services()
            .get(service.name());
    String shown = String.valueOf(facts == null ? null : facts.byKey());
    simulation.handleAll(new Command.Stop());
    simulation.runUntil(5 * Nanos.SECOND);
    simulation.checkEmpty();
    return new Outcome(
        sha256(trace.hex() + shown),
        facts == null ? 0 : facts.containment().failures(),
        facts != null && facts.containment().suspended());
  }

  private static void inject(Simulation simulation, PacketPlan packet) {
    var _ = simulation.handle("a", new Command.Inject(packet, SENDS_OF_EACH, 7 * Nanos.MILLI));
  }

  private static PacketPlan message(int service, int type) {
    ByteBuf body = Unpooled.buffer();
    body.writeByte(1).writeByte(type).writeShort(0).writeLong(0x0A00_0001_0000_0007L);
    int length = body.readableBytes();
    body.setShort(2, InternetChecksum.fold(InternetChecksum.sum(body, 0, length, 0)));
    byte[] bytes = new byte[length];
    body.readBytes(bytes).release();
    return new PacketPlan(
        FUZZED,
        true,
        service,
        Ipv4Header.PROTOCOL_SERVICE,
        0,
        0,
        Ipv4Header.DSCP_CONTROL,
        Ipv4Header.ECN_NOT_ECT,
        Ipv4Header.TTL_INITIAL,
        PacketPlan.LIFETIME_MICROS,
        Ipv4Header.LENGTH + length,
        Payload.of(bytes));
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
