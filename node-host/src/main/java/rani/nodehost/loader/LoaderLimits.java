// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.util.concurrent.TimeUnit;

/** Limits, port and service number of one node's loader. */
public final class LoaderLimits {
  /** RDP port for uploads. */
  public static final int PORT = 808;

  /** The loader's service number in the RANI header; files cannot name numbers from 65,000. */
  public static final int NUMBER = 65_001;

  /** The most services that are loaded at a time. */
  public static final int LOADED_MAX = 32;

  /** The most loads in a node's life, because the node counts the starts of each service. */
  public static final int LOADS_MAX = 10_000;

  /** The most jars that are announced, in transfer, or complete but not yet on the menu. */
  public static final int ORDERS_MAX = 4;

  /** The most connections to the port; a new one displaces the oldest without an order. */
  public static final int VISITORS_MAX = 2 * ORDERS_MAX;

  /** Time limit for an upload to begin after its order. */
  public static final long ORDER_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** The longest order, in characters. */
  public static final int ORDER_CHARS_MAX = 1 << 14;

  /** The largest answer, in bytes. */
  public static final int ANSWER_BYTES_MAX = 1 << 16;

  /** The most outcomes of orders and unloadings that are kept. */
  public static final int OUTCOMES_MAX = 64;

  /** Time limit for threads of an unloaded service to end; then they are reported as leaked. */
  public static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The most leaked threads of a service that are named. */
  static final int THREADS_NAMED_MAX = 8;

  /** The most threads whose stacks are searched for methods of an unloaded service. */
  static final int STACKS_MAX = 1000;

  /** The most queries for an outcome that a client sends, some tens a second. */
  public static final int OUTCOME_LOOKS_MAX = 500;

  /** First service number for services whose own number is in use. */
  public static final int SPARE_NUMBER_FIRST = 60_000;

  /** Time limit for a connection without progress. */
  public static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** Time limit for a whole upload. */
  public static final long UPLOAD_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** Time limit for the verification of a jar, which runs code of the jar. */
  public static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * Time limit of an uploading client, longer than the loader's own limits, which report reasons.
   */
  public static final long PATIENCE_NANOS = ORDERS_MAX * LOOK_NANOS + TimeUnit.SECONDS.toNanos(5);

  /** The longest manual that a loader sends, in characters. */
  public static final int MANUAL_CHARS_MAX = 1 << 16;

  private LoaderLimits() {}
}
