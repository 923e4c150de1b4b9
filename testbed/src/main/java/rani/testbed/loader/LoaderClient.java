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

/** Sends commands to a node's loader, over the node's control plane. */
public final class LoaderClient {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private LoaderClient() {}

  /** Announces a jar, and the address of its sender; {@link #placed} parses the reply. */
  public static Reply order(Testbed testbed, String node, int from, JarUpload shipment)
      throws LabFailure {
    return tell(testbed, node, LoaderCommand.ORDER, shipment.upload(from).print());
  }

  private static Reply tell(Testbed testbed, String node, String verb, String argument)
      throws LabFailure {
    return testbed.tell(node, LoaderCommand.SERVICE, verb, List.of(argument));
  }

  /** Parses the loader's answer to an announcement. */
  public static LoaderCommand.Placed placed(String node, Reply ordered) throws LabFailure {
    return NodeHandle.answered(node, ordered, LoaderCommand.Placed.class);
  }

  /** Withdraws an announced upload; false if it has begun. */
  public static boolean withdraw(Testbed testbed, String node, LoaderCommand.Placed order)
      throws LabFailure {
    return tell(testbed, node, LoaderCommand.WITHDRAW, Long.toString(order.id())).ok();
  }

  /** Returns an upload's outcome, even if the uploader missed it; empty while it is pending. */
  public static Optional<Reply> outcome(Testbed testbed, String node, long id) throws LabFailure {
    Reply outcome = tell(testbed, node, LoaderCommand.OUTCOME, Long.toString(id));
    return outcome.ok() && outcome.facts().byKey().containsKey("pending")
        ? Optional.empty()
        : Optional.of(outcome);
  }

  /** Returns the {@link LoaderCommand.Manual} of a loaded service, or a refusal. */
  public static Reply manual(Testbed testbed, String node, String service) throws LabFailure {
    return tell(testbed, node, LoaderCommand.MANUAL, service);
  }

  /**
   * Stops and unloads a loaded service, by its name on the menu or {@code NAME@VERSION}. Waits
   * until the node has searched for leaked threads. Returns the service's origin, and {@code left}:
   * the leaked threads in words, empty if there are none; or a refusal.
   */
  public static Reply unload(Testbed testbed, String node, String service) throws LabFailure {
    Reply begun = tell(testbed, node, LoaderCommand.UNLOAD, service);
    if (!begun.ok()) {
      return begun;
    }
    long id = NodeHandle.answered(node, begun, LoaderCommand.Begun.class).id();
    Optional<Reply> outcome = outcome(testbed, node, id);
    for (int look = 0; outcome.isEmpty() && look < LoaderLimits.OUTCOME_LOOKS_MAX; look++) {
      LockSupport.parkNanos(LOOK_NANOS);
      outcome = outcome(testbed, node, id);
    }
    return outcome.orElse(Reply.refused("it is being stopped, and has not said that it was"));
  }
}
