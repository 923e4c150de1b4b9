// SPDX-License-Identifier: Apache-2.0
package rani.lab.loader;

import java.util.List;
import rani.lab.LabFailure;
import rani.lab.Testbed;
import rani.world.Reply;

/** What a loader is told by its operator: to let go of a service. */
public final class LoaderOrder {
  /** The loader's name. */
  public static final String SERVICE = "loader";

  /** Lets go of a service; answers with a number. */
  static final String UNLOAD = "unload";

  /** Asks what became of that. */
  static final String OUTCOME = "outcome";

  private LoaderOrder() {}

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
