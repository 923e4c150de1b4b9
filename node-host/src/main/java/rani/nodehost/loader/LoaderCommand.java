// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import rani.world.Facts;

/** A command of an operator to a loader, over the node's control plane. */
public final class LoaderCommand {
  /** The loader's name. */
  public static final String SERVICE = "loader";

  /** Orders a jar; answers with a number and a ticket. */
  public static final String ORDER = "order";

  /** Takes back an order whose jar has not begun to come. */
  public static final String WITHDRAW = "withdraw";

  /** Unloads a service; answers with a number. */
  public static final String UNLOAD = "unload";

  /** Queries the outcome of an order or an unloading. */
  public static final String OUTCOME = "outcome";

  /** Queries the manual of a service. */
  public static final String MANUAL = "manual";

  private LoaderCommand() {}

  /**
   * An order that waits for its jar.
   *
   * @param id by which its outcome is queried
   * @param ticket that the upload must carry
   */
  public record Placed(long id, String ticket) implements Facts {}

  /** The id by which an outcome is queried. */
  public record Begun(long id) implements Facts {}

  /** The outcome while it is pending. */
  record Pending(boolean pending) implements Facts {}

  /** Why a jar was refused. */
  record Refused(String reason, String message) implements Facts {}

  /** The manual of a service; empty if its jar brings none. */
  public record Manual(String manual) implements Facts {}
}
