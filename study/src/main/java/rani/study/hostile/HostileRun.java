// SPDX-License-Identifier: Apache-2.0
package rani.study.hostile;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.model.file.FileError;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.node.NodeFacts;
import rani.service.NoOptions;
import rani.service.ServiceProvider;
import rani.sim.InvariantViolation;
import rani.sim.Simulation;
import rani.testbed.SimulatedLinks;
import rani.wasm.CodeLimits;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;
import rani.wire.Frame;
import rani.wire.InternetChecksum;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.wire.Payload;
import rani.world.DropReason;
import rani.world.Facts;
import rani.world.LinkId;
import rani.world.NodeTrace;

/**
 * Runs one hostile module on the middle one of five nodes. Traffic of others passes from source to
 * sink; a caller sends packets to the service by other links. After three seconds an operator
 * removes the service; a minute later, when its last filter has ended, other traffic follows. What
 * arrives at the sink is compared with what arrives there without the service.
 */
final class HostileRun {
  /** Address of the node to which others send. */
  static final int SINK = 0x0A00_0003;

  private static final int SOURCE = 0x0A00_0001;
  private static final int MIDDLE = 0x0A00_0002;

  /** Address of the node that calls the service. */
  static final int CALLER = 0x0A00_0004;

  private static final int CALLED = 0x0A00_0005;
  private static final String MIDDLE_NAME = "middle";

  private static final String TOPOLOGY =
      """
      topology: hostile
      nodes:
        source: {}
        middle: {}
        sink: {}
        caller: {}
        called: {}
      links:
        source -- middle: {rate: 10Mbit/s, delay: 1ms}
        middle -- sink: {rate: 2Mbit/s, delay: 5ms}
        caller -- middle: {rate: 10Mbit/s, delay: 1ms}
        middle -- called: {rate: 10Mbit/s, delay: 1ms}
      """;

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;
  private static final long GO_NANOS = SECOND;
  private static final long REMOVED_NANOS = 4 * SECOND;

  /** A filter outlives its service by at most {@link CodeLimits#FILTER_NANOS_MAX}. */
  private static final long AFTER_NANOS = REMOVED_NANOS + CodeLimits.FILTER_NANOS_MAX + SECOND;

  private static final long END_NANOS = AFTER_NANOS + 2 * SECOND;
  private static final long EMPTY_NANOS = END_NANOS + 15 * SECOND;
  private static final int PORT = 7000;
  private static final int CALLS = 100;
  private static final int OTHERS = 1500;

  private final HostileModule module;
  private final Arrivals arrivals = new Arrivals();
  private final Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
  private final Simulation simulation;
  private final CallClock clock = new CallClock();
  private long consumed;
  private NodeFacts.@Nullable Failures failures;

  /** What arrives at the sink without any service. */
  record Baseline(String beside, String after, long arrivedBeside, long arrivedAfter) {}

  private HostileRun(HostileModule module, @Nullable ServiceProvider service, String replay) {
    this.module = module;
    Topology topology = topology();
    List<NodeConfig> nodes =
        new NodeConfigs(topology, ServiceCatalog.installed(), RunKey.NONE)
            .all().stream().map(node -> with(node, service)).toList();
    LinkNumbers numbers = LinkNumbers.of(topology);
    simulation =
        new Simulation(
            nodes,
            topology.links().stream().map(link -> SimulatedLinks.wiring(link, numbers)).toList(),
            module.seed(),
            this::trace,
            replay);
  }

  private NodeConfig with(NodeConfig node, @Nullable ServiceProvider service) {
    return service == null || !node.name().equals(MIDDLE_NAME)
        ? node
        : node.withServices(
            List.of(new NodeConfig.MenuEntry(clock.around(service), NoOptions.INSTANCE)));
  }

  private static Topology topology() {
    try {
      return TopologyFile.load("hostile", TOPOLOGY);
    } catch (FileError e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs the module of a seed. What is wrong is in the outcome, with the command for it. */
  static HostileOutcome run(HostileModule module, Baseline baseline, String replay) {
    SandboxedCode code;
    try {
      code = SandboxedCode.of(module.bytes());
    } catch (CodeRefusal e) {
      return HostileOutcome.refused(module, String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      return HostileOutcome.broken(module, "it is neither taken nor refused: " + e);
    }
    HostileRun run;
    try {
      run = new HostileRun(module, code.provider(), replay);
    } catch (IllegalArgumentException e) {
      return HostileOutcome.refused(module, String.valueOf(e.getMessage()));
    }
    try {
      run.execute();
      return run.outcome(baseline);
    } catch (InvariantViolation e) {
      return HostileOutcome.broken(module, String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      return HostileOutcome.broken(module, "it left the sandbox: " + e);
    }
  }

  /** Runs the network without a service. */
  static Baseline baseline() {
    HostileModule none = new HostileModule(1, Attack.ENDLESS_LOOP, new byte[0]);
    HostileRun run = new HostileRun(none, null, "rani hostile");
    run.execute();
    return run.arrivals.baseline();
  }

  private void execute() {
    simulation.handleAll(new Command.Start());
    simulation.runUntil(GO_NANOS);
    simulation.handleAll(new Command.Go());
    inject("source", PacketPlan.datagram(SINK, 0, PORT, 300), 1000, 2500 * MILLI / 1000);
    inject("source", PacketPlan.datagram(SINK, 0, PORT + 1, 1200), 200, 12 * MILLI);
    int service = HostileModule.NUMBER;
    inject("caller", PacketPlan.datagram(CALLED, service, PORT, 300), CALLS, 20 * MILLI);
    inject("caller", PacketPlan.datagram(MIDDLE, service, PORT, 60), CALLS, 20 * MILLI);
    inject("caller", message(service, 1), CALLS / 2, 40 * MILLI);
    inject("caller", message(service, 3), CALLS / 2, 40 * MILLI);
    simulation.runUntil(REMOVED_NANOS);
    facts();
    var _ = simulation.handle(MIDDLE_NAME, new Command.StopService(HostileModule.NAME));
    simulation.runUntil(AFTER_NANOS);
    arrivals.isAfter = true;
    inject("source", PacketPlan.datagram(SINK, 0, PORT, 300), 300, 5 * MILLI);
    simulation.runUntil(END_NANOS);
    simulation.handleAll(new Command.Stop());
    simulation.runUntil(EMPTY_NANOS);
    simulation.checkEmpty();
  }

  private void inject(String node, PacketPlan packet, int count, long gapNanos) {
    var _ = simulation.handle(node, new Command.Inject(packet, count, gapNanos));
  }

  private static PacketPlan message(int service, int type) {
    byte[] bytes = new byte[12];
    ByteBuf body = Unpooled.wrappedBuffer(bytes);
    body.setByte(0, 1).setByte(1, type).setLong(4, SOURCE);
    body.setShort(2, InternetChecksum.fold(InternetChecksum.sum(body, 0, bytes.length, 0)));
    return new PacketPlan(
        MIDDLE,
        true,
        service,
        Ipv4Header.PROTOCOL_SERVICE,
        0,
        0,
        Ipv4Header.DSCP_CONTROL,
        Ipv4Header.ECN_NOT_ECT,
        Ipv4Header.TTL_INITIAL,
        PacketPlan.LIFETIME_MICROS,
        Ipv4Header.LENGTH + bytes.length,
        Payload.of(bytes));
  }

  private void facts() {
    Facts shown =
        simulation.handle(MIDDLE_NAME, new Command.Show(Command.Subject.SERVICES)).facts();
    NodeFacts.OfService service = ((NodeFacts.Services) shown).services().get(HostileModule.NAME);
    failures = service == null ? null : service.containment();
  }

  private HostileOutcome outcome(Baseline baseline) {
    NodeFacts.Failures failed = failures;
    return new HostileOutcome(
        module.seed(),
        module.attack(),
        Optional.empty(),
        failed == null ? 0 : failed.failures(),
        failed != null && failed.suspended(),
        Optional.ofNullable(failed == null ? null : failed.lastFailure()),
        clock.calls(),
        clock.longestNanos(),
        arrivals.beside.count,
        Optional.ofNullable(wrong(baseline)));
  }

  private @Nullable String wrong(Baseline baseline) {
    Baseline came = arrivals.baseline();
    if (module.attack().reach == Attack.Reach.NOTHING && !came.beside.equals(baseline.beside)) {
      return "packets of others: "
          + came.arrivedBeside
          + " arrived of "
          + baseline.arrivedBeside
          + ", or at other times; "
          + drops;
    }
    long dropped = drops.values().stream().mapToLong(Long::longValue).sum();
    if (consumed > 0 && module.attack().reach != Attack.Reach.PACKETS) {
      return consumed + " packets of others were consumed";
    }
    if (came.arrivedBeside + came.arrivedAfter + consumed + dropped != OTHERS) {
      return "packets of others: "
          + came.arrivedBeside
          + " and "
          + came.arrivedAfter
          + " arrived, "
          + consumed
          + " were consumed and "
          + dropped
          + " dropped of "
          + OTHERS;
    }
    for (DropReason reason : drops.keySet()) {
      if (!module.attack().reach.allows(reason)) {
        return drops.get(reason) + " packets of others were dropped: " + reason.text();
      }
    }
    return came.after.equals(baseline.after)
        ? null
        : "after the service was removed "
            + came.arrivedAfter
            + " packets of others arrived of "
            + baseline.arrivedAfter
            + ", or at other times";
  }

  private NodeTrace trace(String node) {
    return node.equals("sink") ? arrivals : new Losses();
  }

  /** Counts what is lost of others' packets on their way. */
  private final class Losses implements NodeTrace {
    @Override
    public void delivery(long nowNanos, String at, ByteBuf frame) {
      if (isOfOthers(frame)) {
        consumed++;
      }
    }

    @Override
    public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
      if (isOfOthers(frame)) {
        drops.merge(reason, 1L, Long::sum);
      }
    }
  }

  private static boolean isOfOthers(ByteBuf frame) {
    return Frame.check(frame) == null
        && Ipv4Header.source(frame, Frame.ipv4(frame)) == SOURCE
        && Ipv4Header.protocol(frame, Frame.ipv4(frame)) == Ipv4Header.PROTOCOL_UDP;
  }

  /** Others' packets at the sink: how many, and a digest of their times and bytes. */
  private static final class Arrivals implements NodeTrace {
    private final Count beside = new Count();
    private final Count after = new Count();
    private boolean isAfter;

    @Override
    public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
      if (isOfOthers(frame)) {
        (isAfter ? after : beside).add(nowNanos, frame);
      }
    }

    Baseline baseline() {
      return new Baseline(beside.hex(), after.hex(), beside.count, after.count);
    }
  }

  private static final class Count {
    private final MessageDigest digest;
    private long count;

    Count() {
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }

    void add(long nowNanos, ByteBuf frame) {
      count++;
      digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, nowNanos));
      byte[] bytes = new byte[frame.readableBytes()];
      frame.getBytes(frame.readerIndex(), bytes);
      digest.update(bytes);
    }

    String hex() {
      return HexFormat.of().formatHex(digest.digest());
    }
  }
}
