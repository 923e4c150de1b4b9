// SPDX-License-Identifier: Apache-2.0
package rani.testbed.loader;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import rani.ground.LabFailure;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.loader.LoaderCommand;
import rani.nodehost.loader.LoaderLimits;
import rani.testbed.Testbed;
import rani.world.Reply;

/** Says to a node of a network what its loader is to do, over its control plane. */
public final class LoaderClient {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private LoaderClient() {}

  /**
   * Orders a jar that is to come to a node from another.
   *
   * @param from the address that it comes from
   * @return facts of {@link #placed}, or why it is refused
   */
  public static Reply order(Testbed testbed, String node, int from, JarUpload shipment)
      throws LabFailure {
    return tell(testbed, node, LoaderCommand.ORDER, shipment.upload(from).print());
  }

  private static Reply tell(Testbed testbed, String node, String verb, String argument)
      throws LabFailure {
    return testbed.tell(node, LoaderCommand.SERVICE, verb, List.of(argument));
  }

  /** An order as the loader of a node answered it. */
  public static LoaderCommand.Placed placed(String node, Reply ordered) throws LabFailure {
    return NodeHandle.answered(node, ordered, LoaderCommand.Placed.class);
  }

  /** Takes an order back; false if its jar has begun to come. */
  public static boolean withdraw(Testbed testbed, String node, LoaderCommand.Placed order)
      throws LabFailure {
    return tell(testbed, node, LoaderCommand.WITHDRAW, Long.toString(order.id())).ok();
  }

  /**
   * How an order ended, whether or not the one who brought the jar was told.
   *
   * @return nothing if it has not ended
   */
  public static Optional<Reply> outcome(Testbed testbed, String node, LoaderCommand.Placed order)
      throws LabFailure {
    return outcome(testbed, node, Long.toString(order.id()));
  }

  private static Optional<Reply> outcome(Testbed testbed, String node, String id)
      throws LabFailure {
    Reply outcome = tell(testbed, node, LoaderCommand.OUTCOME, id);
    return outcome.ok() && outcome.facts().byKey().containsKey("pending")
        ? Optional.empty()
        : Optional.of(outcome);
  }

  /**
   * The manual of a service that was loaded at a node, as its jar has it.
   *
   * @param service its name on the menu, or {@code NAME@VERSION}
   * @return {@link LoaderCommand.Manual}, or that no such service was loaded there
   */
  public static Reply manual(Testbed testbed, String node, String service) throws LabFailure {
    return tell(testbed, node, LoaderCommand.MANUAL, service);
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
    Reply begun = tell(testbed, node, LoaderCommand.UNLOAD, service);
    if (!begun.ok()) {
      return begun;
    }
    String id = Long.toString(NodeHandle.answered(node, begun, LoaderCommand.Begun.class).id());
    Optional<Reply> outcome = outcome(testbed, node, id);
    for (int look = 0; outcome.isEmpty() && look < LoaderLimits.OUTCOME_LOOKS_MAX; look++) {
      LockSupport.parkNanos(LOOK_NANOS);
      outcome = outcome(testbed, node, id);
    }
    return outcome.orElse(Reply.refused("it is being stopped, and has not said that it was"));
  }
}
