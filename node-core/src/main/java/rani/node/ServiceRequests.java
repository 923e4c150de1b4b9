// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayDeque;
import java.util.function.ObjLongConsumer;
import rani.world.Reply;

/**
 * Services that other services ask their node to start or to stop. This is done as an operator's
 * request is, but when no service is being called.
 */
final class ServiceRequests {
  private final Menu menu;
  private final Operations operations;
  private final ArrayDeque<Request> waiting = new ArrayDeque<>();

  private record Request(
      InstalledService asker, Command.Operation operation, ObjLongConsumer<Reply> then) {}

  ServiceRequests(Menu menu, Operations operations) {
    this.menu = menu;
    this.operations = operations;
  }

  void add(InstalledService asker, Command.Operation operation, ObjLongConsumer<Reply> then) {
    waiting.add(new Request(asker, operation, then));
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Carries out the oldest request, and calls the service that asked with the outcome. */
  void carryOutNext(long nowNanos) {
    Request next = waiting.remove();
    InstalledService asker = next.asker;
    if (!isHere(asker) && !(next.operation instanceof Command.StopService)) {
      return;
    }
    Reply reply = operations.execute(nowNanos, next.operation, asker.name());
    if (isHere(asker)) {
      asker.enter(nowNanos, now -> next.then.accept(reply, now));
    }
  }

  private boolean isHere(InstalledService asker) {
    return menu.find(asker.name()) == asker;
  }

  void clear() {
    waiting.clear();
  }
}
