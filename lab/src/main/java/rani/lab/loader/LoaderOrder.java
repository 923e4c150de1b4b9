// SPDX-License-Identifier: Apache-2.0
package rani.lab.loader;

import java.util.List;
import rani.lab.LabFailure;
import rani.lab.Testbed;
import rani.world.Reply;

/** What a loader is told by its operator: to let go of a service, or to tell its manual. */
public final class LoaderOrder {
  /** The loader's name. */
  public static final String SERVICE = "loader";

  /** Lets go of a service; answers with a number. */
  static final String UNLOAD = "unload";

  /** Asks what became of that. */
  static final String OUTCOME = "outcome";

  /** Asks for the manual of a service. */
  static final String MANUAL = "manual";

  private LoaderOrder() {}

  /**
   * The manual of a service that was loaded at a node, as its jar has it.
   *
   * @param service its name on the menu, or {@code NAME@VERSION}
   * @return the fact {@code manual}, empty if the jar brings none; or that no such service was
   *     loaded there
   */
  public static Reply manual(Testbed testbed, String node, String service) throws LabFailure {
    return testbed.tell(node, SERVICE, MANUAL, List.of(service));
  }

  /**
   * Has a node stop a service that was loaded there, and forget its classes.
   *
   * @param service its name on the menu, or {@code NAME@VERSION}
   * @return what it told last, or why it stays
   */
  public static Reply unload(Testbed testbed, String node, String service) throws LabFailure {
    Reply begun = testbed.tell(node, SERVICE, UNLOAD, List.of(service));
    return begun.ok()
        ? testbed.tell(node, SERVICE, OUTCOME, List.of(String.valueOf(begun.facts().get("id"))))
        : begun;
  }
}
