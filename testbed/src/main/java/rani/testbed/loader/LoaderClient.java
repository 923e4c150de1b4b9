// SPDX-License-Identifier: Apache-2.0
package rani.testbed.loader;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import rani.ground.LabFailure;
import rani.nodehost.loader.LoaderLimits;
import rani.nodehost.loader.LoaderOrder;
import rani.testbed.Testbed;
import rani.world.Reply;

/** Says to a node of a network what its loader is to do, over its control plane. */
public final class LoaderClient {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private LoaderClient() {}

  /**
   * An order that waits for its jar.
   *
   * @param id by which its outcome is asked for
   * @param ticket that brings the jar
   */
  public record Placed(String id, String ticket) {}

  /**
   * Orders a jar that is to come to a node from another.
   *
   * @param from the address that it comes from
   * @return facts of {@link #placed}, or why it is refused
   */
  public static Reply order(Testbed testbed, String node, int from, Shipment shipment)
      throws LabFailure {
    return testbed.tell(
        node, LoaderOrder.SERVICE, LoaderOrder.ORDER, List.of(shipment.upload(from).print()));
  }

  /** An order as the loader answered it. */
  public static Placed placed(Reply ordered) {
    return new Placed(
        String.valueOf(ordered.facts().get("id")), String.valueOf(ordered.facts().get("ticket")));
  }

  /** Takes an order back; false if its jar has begun to come. */
  public static boolean withdraw(Testbed testbed, String node, Placed order) throws LabFailure {
    return testbed.tell(node, LoaderOrder.SERVICE, LoaderOrder.WITHDRAW, List.of(order.id)).ok();
  }

  /**
   * How an order ended, whether or not the one who brought the jar was told.
   *
   * @return nothing if it has not ended
   */
  public static Optional<Reply> outcome(Testbed testbed, String node, Placed order)
      throws LabFailure {
    return outcome(testbed, node, order.id);
  }

  private static Optional<Reply> outcome(Testbed testbed, String node, String id)
      throws LabFailure {
    Reply outcome = testbed.tell(node, LoaderOrder.SERVICE, LoaderOrder.OUTCOME, List.of(id));
    return outcome.ok() && outcome.facts().containsKey(LoaderOrder.PENDING)
        ? Optional.empty()
        : Optional.of(outcome);
  }

  /**
   * The manual of a service that was loaded at a node, as its jar has it.
   *
   * @param service its name on the menu, or {@code NAME@VERSION}
   * @return the fact {@code manual}, empty if the jar brings none; or that no such service was
   *     loaded there
   */
  public static Reply manual(Testbed testbed, String node, String service) throws LabFailure {
    return testbed.tell(node, LoaderOrder.SERVICE, LoaderOrder.MANUAL, List.of(service));
  }

  /**
   * Has a node stop a service that was loaded there, and forget its classes. Waits until it is
   * known which of the threads that the service made run on.
   *
   * @param service its name on the menu, or {@code NAME@VERSION}
   * @return where it was from, and {@code left}: in words what it has left, empty if nothing that
   *     can be seen; or why it stays
   */
  public static Reply unload(Testbed testbed, String node, String service) throws LabFailure {
    Reply begun = testbed.tell(node, LoaderOrder.SERVICE, LoaderOrder.UNLOAD, List.of(service));
    if (!begun.ok()) {
      return begun;
    }
    String id = String.valueOf(begun.facts().get("id"));
    Optional<Reply> outcome = outcome(testbed, node, id);
    for (int look = 0; outcome.isEmpty() && look < LoaderLimits.OUTCOME_LOOKS_MAX; look++) {
      LockSupport.parkNanos(LOOK_NANOS);
      outcome = outcome(testbed, node, id);
    }
    return outcome.orElse(Reply.refused("it is being stopped, and has not said that it was"));
  }
}
