// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.world.Note;

/** What comes by a service's own sockets enters the node as every other call does. */
@Timeout(30)
class EventLoopGateTest {
  private static final String NAME = "outward";

  private final Outward service = new Outward();
  private final TestNetwork network = new TestNetwork();
  private @Nullable LiveNode node;

  /** A service that has heard something from outside. */
  private static final class Outward implements Service, LiveService, ServiceProvider {
    private @Nullable EventLoopGate gate;
    private @Nullable ServiceContext context;

    @Override
    public NodeConfig.MenuEntry entry(EventLoopGate given) {
      gate = given;
      return new NodeConfig.MenuEntry(this, TestServices.menu().getFirst().options());
    }

    @Override
    public int number() {
      return 910;
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return this;
    }

    @Override
    public void start(long nowNanos, ServiceContext given) {
      context = given;
    }

    EventLoopGate gate() {
      return Objects.requireNonNull(gate);
    }
  }

  @BeforeEach
  void bind() throws IOException {
    NodeConfig config = TestNetwork.node("n1", TestNetwork.FIRST_ADDRESS, List.of());
    node =
        LiveNode.bind(
            new LiveNodeConfig(config, List.of(), Transport.NIO, 1, 0, List.of(service)),
            new EventLog("n1").trace());
    network.nodes.add(node);
  }

  @AfterEach
  void close() {
    network.close();
  }

  @Test
  void aVisitorMayUseWhatTheServiceMayUse() {
    network.await(node(), new Command.Start());
    await(
        visit(
            () -> {
              ServiceContext context = Objects.requireNonNull(service.context);
              context.setTimer(0, Long.MAX_VALUE - 1);
              context.note(1, "visited", Note.NOTHING);
            }));
  }

  @Test
  void whoComesWhileAnotherIsInsideWaitsUntilThatOneIsDoneAndKeepsHisPlace() {
    network.await(node(), new Command.Start());
    List<String> order = new ArrayList<>();
    CompletableFuture<Boolean> last = new CompletableFuture<>();
    service
        .gate()
        .enter(
            now -> {
              service.gate().enter(later -> order.add("second"), () -> {});
              service.gate().enter(later -> last.complete(order.add("third")), () -> {});
              order.add("first");
            },
            () -> {});
    await(last);
    assertEquals(List.of("first", "second", "third"), order);
  }

  @Test
  void whatIsToBeFlushedIsFlushedOnceATurnAndAfterIt() {
    network.await(node(), new Command.Start());
    List<String> order = new ArrayList<>();
    Runnable flush = () -> order.add("flushed");
    await(
        visit(
            () -> {
              service.gate().atTurnEnd(flush);
              service.gate().atTurnEnd(flush);
              order.add("first");
            }));
    await(visit(() -> order.add("second")));
    List<String> seen = new ArrayList<>();
    await(visit(() -> seen.addAll(order)));
    assertEquals(List.of("first", "flushed", "second", "flushed"), seen);
  }

  @Test
  void aNodeThatIsNotStartedLetsNobodyIn() {
    assertTrue(await(refusal()));
  }

  @Test
  void aClosedNodeLetsNobodyIn() {
    network.await(node(), new Command.Start());
    node().close();
    assertTrue(await(refusal()));
  }

  @Test
  void whatThrowsIsCountedAndAfterThreeInARowTheServiceIsSuspended() {
    network.await(node(), new Command.Start());
    for (int i = 0; i < ServiceContext.FAILURES_MAX; i++) {
      service
          .gate()
          .enter(
              now -> {
                throw new IllegalStateException("by a visitor");
              },
              () -> {});
    }
    assertTrue(await(refusal()), "a suspended service is not called");
    SequencedMap<String, Object> facts =
        network.await(node(), new Command.Show(Command.Subject.SERVICES)).facts().byKey();
    SequencedMap<?, ?> own = (SequencedMap<?, ?>) facts.getOrDefault(NAME, new LinkedHashMap<>());
    assertEquals((long) ServiceContext.FAILURES_MAX, own.get("failures"));
    assertEquals(true, own.get("suspended"));
  }

  private LiveNode node() {
    return Objects.requireNonNull(node);
  }

  private CompletableFuture<Boolean> visit(Runnable action) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    service
        .gate()
        .enter(
            now -> {
              action.run();
              done.complete(true);
            },
            () -> done.completeExceptionally(new AssertionError("was not let in")));
    return done;
  }

  private CompletableFuture<Boolean> refusal() {
    CompletableFuture<Boolean> refused = new CompletableFuture<>();
    service.gate().enter(now -> refused.complete(false), () -> refused.complete(true));
    return refused;
  }

  private static <T> T await(CompletableFuture<T> result) {
    return result.orTimeout(10, TimeUnit.SECONDS).join();
  }
}
