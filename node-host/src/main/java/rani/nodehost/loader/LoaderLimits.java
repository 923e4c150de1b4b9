// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.util.concurrent.TimeUnit;

/** How much one node's loader takes on, and where it is found. */
public final class LoaderLimits {
  /** The RDP port at which it takes jars. */
  public static final int PORT = 808;

  /** The number of the loader in the RANI header, of the range that menus in files do not use. */
  public static final int NUMBER = 65_001;

  /** Services that are loaded at a time. */
  public static final int LOADED_MAX = 32;

  /** How often a node loads in its life; what stopped services told last is kept. */
  public static final int LOADS_MAX = 10_000;

  /** Jars that are awaited, on their way, or there and not yet on the menu, together. */
  public static final int ORDERS_MAX = 4;

  /** Who has a connection to the port at a time; one that brings nothing gives way to one more. */
  public static final int VISITORS_MAX = 2 * ORDERS_MAX;

  /** How long an order waits for its jar to begin to come. */
  public static final long ORDER_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** The longest order, in characters. */
  public static final int ORDER_CHARS_MAX = 1 << 14;

  /** The largest answer, in bytes. */
  public static final int ANSWER_BYTES_MAX = 1 << 16;

  /** Outcomes of orders and of unloading that can be asked for. */
  public static final int OUTCOMES_MAX = 64;

  /** How long the threads of a service that has gone may take to end before they are told. */
  public static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Threads that a service has left and that are named. */
  static final int THREADS_NAMED_MAX = 8;

  /** Threads whose stacks are looked at for methods of a service that has gone. */
  static final int STACKS_MAX = 1000;

  /** How often one who unloads a service asks for the outcome, some tens of times a second. */
  public static final int OUTCOME_LOOKS_MAX = 500;

  /** The first number for a version whose own is in use. */
  public static final int SPARE_NUMBER_FIRST = 60_000;

  /** How long nothing may come of a jar that is not all there, or of one who has a place. */
  public static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** How long a jar may take to come. */
  public static final long UPLOAD_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** How long it may take to look at one, which runs code of it. */
  public static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * How long the one who brings a jar waits for a sign of the loader: longer than the loader itself
   * takes to give it up and those before it, so that its reason comes first if it is there at all.
   */
  public static final long PATIENCE_NANOS = ORDERS_MAX * LOOK_NANOS + TimeUnit.SECONDS.toNanos(5);

  /** The longest manual that a loader tells, in letters. */
  public static final int MANUAL_CHARS_MAX = 1 << 16;

  private LoaderLimits() {}
}
