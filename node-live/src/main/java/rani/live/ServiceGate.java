// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import rani.node.Command;
import rani.world.Reply;

/** The gate of one service. Events that arrive during a turn are queued, in order. */
final class ServiceGate implements EventLoopGate {
  private final UdpLinks links;
  private final EventLoop loop;
  private final Transport transport;
  private final ArrayDeque<Visit> waiting = new ArrayDeque<>();
  private int serviceNumber;

  private record Visit(LongConsumer action, Runnable otherwise) {}

  ServiceGate(UdpLinks links, EventLoop loop, Transport transport) {
    this.links = links;
    this.loop = loop;
    this.transport = transport;
  }

  /** Sets the service of this gate, before its first use. */
  void belongsTo(int number) {
    serviceNumber = number;
  }

  @Override
  public EventLoopGate of(int number) {
    ServiceGate other = new ServiceGate(links, loop, transport);
    other.belongsTo(number);
    return other;
  }

  @Override
  public EventLoop loop() {
    return loop;
  }

  @Override
  public Transport transport() {
    return transport;
  }

  @Override
  public void enter(LongConsumer action, Runnable otherwise) {
    Visit visit = new Visit(action, otherwise);
    if (!loop.inEventLoop()) {
      onLoop(() -> enter(action, otherwise), otherwise);
    } else if (links.inTurn() || !waiting.isEmpty()) {
      waiting.add(visit);
      if (waiting.size() == 1) {
        onLoop(this::admitWaiting, this::refuseWaiting);
      }
    } else {
      admit(visit);
    }
  }

  @Override
  public void atTurnEnd(Runnable flush) {
    links.atTurnEnd(flush);
  }

  @Override
  public void operate(List<Command.Operation> operations, Consumer<List<Reply>> then) {
    onLoop(() -> then.accept(links.operate(operations)), () -> then.accept(List.of()));
  }

  private void onLoop(Runnable task, Runnable otherwise) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      otherwise.run(); // the node is closed
    }
  }

  private void admitWaiting() {
    // The loop also admits actions that are queued meanwhile.
    for (Visit visit = waiting.peek(); visit != null; visit = waiting.peek()) {
      admit(visit);
      waiting.remove();
    }
  }

  private void refuseWaiting() {
    for (Visit visit = waiting.poll(); visit != null; visit = waiting.poll()) {
      visit.otherwise().run();
    }
  }

  private void admit(Visit visit) {
    if (!links.enter(serviceNumber, visit.action())) {
      visit.otherwise().run();
    }
  }
}
