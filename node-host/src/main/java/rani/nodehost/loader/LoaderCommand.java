// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import rani.world.Facts;

/** Verbs of a loader, which operators send over the control plane, and the replies. */
public final class LoaderCommand {
  public static final String SERVICE = "loader";

  /** Announces a jar; the reply is {@link Placed}. */
  public static final String ORDER = "order";

  /** Withdraws an order whose upload has not begun. */
  public static final String WITHDRAW = "withdraw";

  /** Unloads a service; the reply is {@link Begun}. */
  public static final String UNLOAD = "unload";

  /** Queries the outcome of an order or an unloading. */
  public static final String OUTCOME = "outcome";

  public static final String MANUAL = "manual";

  private LoaderCommand() {}

  /** An order that waits for its jar: id of the outcome, and ticket that the upload must carry. */
  public record Placed(long id, String ticket) implements Facts {}

  /** Id of the outcome of an unloading that has begun. */
  public record Begun(long id) implements Facts {}

  record Pending(boolean pending) implements Facts {}

  record Refused(String reason, String message) implements Facts {}

  /** Manual of a service; empty if the jar has none. */
  public record Manual(String manual) implements Facts {}
}
