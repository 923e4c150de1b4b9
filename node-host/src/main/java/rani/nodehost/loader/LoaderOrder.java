// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

/** What a loader is told by its operator, over the node's control plane. */
public final class LoaderOrder {
  /** The loader's name. */
  public static final String SERVICE = "loader";

  /** Orders a jar; answers with a number and a ticket. */
  public static final String ORDER = "order";

  /** Takes back an order whose jar has not begun to come. */
  public static final String WITHDRAW = "withdraw";

  /** Lets go of a service; answers with a number. */
  public static final String UNLOAD = "unload";

  /** Asks what became of an order or an unloading. */
  public static final String OUTCOME = "outcome";

  /** A fact while that is not known. */
  public static final String PENDING = "pending";

  /** Asks for the manual of a service. */
  public static final String MANUAL = "manual";

  private LoaderOrder() {}
}
