// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.live.EventLoopGate;
import rani.live.Transport;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.bind.RdpHost;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NoOptions;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.sim.Simulation;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Reply;

/** Who stalls at a loader loses the place, by virtual time. */
class LoaderStallSimulation {
  private static final int CALLER = 0x0A000001;
  private static final int LOADER = 0x0A000002;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Caller caller = new Caller();
  private Simulation simulation;
  private String id = "";
  private String ticket = "";

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("net.yaml");
    Files.writeString(
        file, "topology: net\nnodes: {n1: {}, n2: {}}\nlinks: {n1 -- n2: {hello: 500ms}}\n");
    Topology topology = TopologyFile.load(file);
    NodeConfigs configs = new NodeConfigs(topology, ServiceCatalog.installed(), RunKey.ofSeed(1));
    simulation =
        new Simulation(
            List.of(
                with(configs.of("n1"), new CallerProvider(caller)),
                with(
                    configs.of("n2"),
                    new Loader.Provider(new NoDoorway(), topology, InstantSource.system()))),
            List.of(new Simulation.Wiring("n1", new LinkId(0), "n2", new LinkId(0))),
            1,
            _ -> NodeTrace.NONE,
            "this test");
    simulation.handleAll(new Command.Start());
    simulation.runUntil(2 * SECOND);
    Upload upload = new Upload(new LoadRequest("", 0, false, false), CALLER, 1000, "00".repeat(32));
    Reply ordered = tell(LoaderCommand.ORDER, upload.print());
    assertTrue(ordered.ok(), ordered::message);
    id = String.valueOf(ordered.facts().byKey().get("id"));
    ticket = String.valueOf(ordered.facts().byKey().get("ticket"));
  }

  private static NodeConfig with(NodeConfig config, ServiceProvider provider) {
    return config.withServices(List.of(new NodeConfig.MenuEntry(provider, NoOptions.INSTANCE)));
  }

  private Reply tell(String verb, String argument) {
    return simulation.handle(
        "n2", new Command.Tell(LoaderCommand.SERVICE, verb, List.of(argument)));
  }

  /** How the order ended; empty if it has not. */
  private String outcome() {
    Reply outcome = tell(LoaderCommand.OUTCOME, id);
    assertFalse(outcome.ok() && !outcome.facts().byKey().containsKey("pending"));
    return outcome.ok() ? "" : outcome.message();
  }

  private void say(String verb, String argument) {
    Reply said = simulation.handle("n1", new Command.Tell("caller", verb, List.of(argument)));
    assertTrue(said.ok(), said::message);
  }

  private void run(long nanos) {
    simulation.runUntil(simulation.nowNanos() + nanos);
  }

  @Test
  void an_order_lapses_however_often_others_call() {
    run(LoaderLimits.ORDER_NANOS - SECOND);
    assertEquals("", outcome());

    for (int i = 0; i < 10; i++) {
      say("call", "");
      run(SECOND / 2);
    }

    assertEquals("timed-out: nothing came of the jar", outcome());
  }

  @Test
  void one_who_shows_a_ticket_and_stalls_loses_the_place() {
    say("call", ticket);
    run(LoaderLimits.IDLE_NANOS);
    assertEquals("", outcome());

    run(3 * SECOND);

    assertEquals("timed-out: it took too long to come", outcome());
    assertTrue(tell(LoaderCommand.ORDER, upload().print()).ok());
  }

  @Test
  void one_who_brings_a_byte_now_and_then_loses_the_place() {
    say("call", ticket);
    run(SECOND);
    long step = LoaderLimits.IDLE_NANOS - 2 * SECOND;
    for (long waited = 0; waited < LoaderLimits.UPLOAD_NANOS - 2 * step; waited += step) {
      say("byte", "");
      run(step);
      assertEquals("", outcome());
    }
    say("byte", "");
    run(step);
    say("byte", "");
    run(step);

    assertEquals("timed-out: it took too long to come", outcome());
  }

  private static Upload upload() {
    return new Upload(new LoadRequest("", 0, false, false), CALLER, 1, "00".repeat(32));
  }

  /** Not used before a jar is whole. */
  private static final class NoDoorway implements EventLoopGate {
    @Override
    public EventLoop loop() {
      throw new AssertionError("virtual time has no event loop");
    }

    @Override
    public Transport transport() {
      throw new AssertionError("virtual time has no sockets");
    }

    @Override
    public EventLoopGate of(int serviceNumber) {
      throw new AssertionError("no jar is whole");
    }

    @Override
    public void enter(LongConsumer action, Runnable otherwise) {
      throw new AssertionError("no jar is whole");
    }

    @Override
    public void atTurnEnd(Runnable flush) {
      throw new AssertionError("no jar is whole");
    }

    @Override
    public void operate(List<Command.Operation> operations, Consumer<List<Reply>> then) {
      throw new AssertionError("no jar is whole");
    }
  }

  /** Calls the loader, shows a ticket or none, and brings a byte when it is told. */
  private static final class Caller implements Service, RdpApplication {
    private @Nullable ServiceContext context;
    private @Nullable RdpHost host;
    private @Nullable RdpConnection last;
    private String shown = "";

    @Override
    public void start(long nowNanos, ServiceContext started) {
      context = started;
      host = new RdpHost(started, 0, RdpHost.notes(started, false));
    }

    @Override
    public void onWake(long nowNanos, int timer) {
      host().onWake(nowNanos);
    }

    @Override
    public Fate onPacket(long nowNanos, FrameView packet) {
      return host().onPacket(nowNanos, packet);
    }

    @Override
    public void stop(long nowNanos) {
      host().stop(nowNanos);
    }

    @Override
    public long heldBuffers() {
      return host == null ? 0 : host.heldBuffers();
    }

    private RdpHost host() {
      if (host == null) {
        throw new IllegalStateException("not started");
      }
      return host;
    }

    @Override
    public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
      if (verb.equals("call")) {
        shown = arguments.getFirst();
        last =
            host().endpoint().connect(nowNanos, LOADER, LoaderLimits.PORT, RdpConfig.DEFAULT, this);
      } else if (last != null) {
        send(nowNanos, last, new byte[1]);
      }
      return Reply.DONE;
    }

    @Override
    public void opened(long nowNanos, RdpConnection connection) {
      if (!shown.isEmpty()) {
        send(nowNanos, connection, new UploadHeader(shown).write().array());
      }
    }

    private void send(long nowNanos, RdpConnection connection, byte[] bytes) {
      if (context != null) {
        ByteBuf message = context.buffers().buffer(bytes.length).writeBytes(bytes);
        assertTrue(connection.send(nowNanos, message));
      }
    }

    @Override
    public void received(long nowNanos, RdpConnection connection, ByteBuf message) {
      connection.close(nowNanos);
    }
  }

  /** Puts it on the menu. */
  private record CallerProvider(Caller caller) implements ServiceProvider {
    @Override
    public int number() {
      return 4712;
    }

    @Override
    public String name() {
      return "caller";
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return caller;
    }
  }
}
