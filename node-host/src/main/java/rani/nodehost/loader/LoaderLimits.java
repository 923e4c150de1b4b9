// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.util.concurrent.TimeUnit;

/** Limits of one node's loader, and its port and number. */
public final class LoaderLimits {
  /** The RDP port at which it takes jars. */
  public static final int PORT = 808;

  /** The number of the loader in the RANI header, of the range that menus in files do not use. */
  public static final int NUMBER = 65_001;

  /** The most services that are loaded at a time. */
  public static final int LOADED_MAX = 32;

  /** The most loads in a node's life; the last facts of stopped services are kept. */
  public static final int LOADS_MAX = 10_000;

  /** The most jars that are awaited, in transfer, or complete but not yet on the menu. */
  public static final int ORDERS_MAX = 4;

  /** The most connections to the port at a time; an idle one gives way to a new one. */
  public static final int VISITORS_MAX = 2 * ORDERS_MAX;

  /** How long an order waits for its upload to begin. */
  public static final long ORDER_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** The longest order, in characters. */
  public static final int ORDER_CHARS_MAX = 1 << 14;

  /** The largest answer, in bytes. */
  public static final int ANSWER_BYTES_MAX = 1 << 16;

  /** The most outcomes of orders and unloadings that are kept. */
  public static final int OUTCOMES_MAX = 64;

  /**
   * How long the threads of an unloaded service may take to end before they are reported as leaked.
   */
  public static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The most leaked threads of a service that are named. */
  static final int THREADS_NAMED_MAX = 8;

  /** The most threads whose stacks are searched for methods of an unloaded service. */
  static final int STACKS_MAX = 1000;

  /** How often a client that unloads a service queries the outcome, some tens of times a second. */
  public static final int OUTCOME_LOOKS_MAX = 500;

  /** The first number for a version whose own is in use. */
  public static final int SPARE_NUMBER_FIRST = 60_000;

  /** How long an upload or a connection may stall. */
  public static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** How long an upload may take. */
  public static final long UPLOAD_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** How long the verification of a jar may take, which runs code of it. */
  public static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * How long an uploading client waits for the loader: longer than the loader's own time limits, so
   * that the loader's reason arrives first.
   */
  public static final long PATIENCE_NANOS = ORDERS_MAX * LOOK_NANOS + TimeUnit.SECONDS.toNanos(5);

  /** The longest manual that a loader sends, in characters. */
  public static final int MANUAL_CHARS_MAX = 1 << 16;

  private LoaderLimits() {}
}
