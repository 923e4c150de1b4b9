// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.concurrent.TimeUnit;

/** Limits, ports and numbers of the service {@code capsule} on one node. */
public final class CapsuleLimits {
  /** The service's number in the RANI header. */
  public static final int NUMBER = 15;

  /** UDP port of capsules that operators send, and RDP port from which code is fetched. */
  public static final int PORT = 809;

  /** The largest code as it travels: a module, with room for its envelope. */
  public static final int CODE_BYTES_MAX = 262_144 + 16_384;

  /** The most codes that are kept, running or not. */
  public static final int CODES_MAX = 256;

  /** The largest value of the option {@code store}: bytes of all kept codes. */
  public static final int STORE_BYTES_MAX = 64 << 20;

  /** The most codes that run at a time. */
  public static final int RUNNING_MAX = 16;

  /** Number on the menu of the first code that runs; files cannot name numbers from 65,000. */
  public static final int RUNNING_NUMBER_FIRST = 65_100;

  /** Idle time after which a code gives way to another, when as many run as may. */
  public static final long GIVES_WAY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The most codes that are fetched, verified or started at a time. */
  public static final int PENDING_MAX = 8;

  /** The most of these for capsules of one link, so that one neighbour leaves room for others. */
  public static final int PENDING_OF_LINK_MAX = PENDING_MAX / 2;

  /** The most capsules that wait for one code. */
  public static final int WAITING_OF_CODE_MAX = 256;

  /** The most capsules that wait. */
  public static final int WAITING_MAX = 1024;

  /** The most connections by which neighbours fetch code. */
  public static final int SERVED_MAX = 16;

  /** The most of these of one neighbour. */
  public static final int SERVED_TO_NEIGHBOUR_MAX = 4;

  /** Time limit for a connection without progress. */
  public static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Time limit for a connection by which a neighbour fetches code. */
  public static final long SERVING_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** The most failures to get code that are remembered. */
  public static final int REFUSALS_MAX = 256;

  /** The most failures to get code that facts show, beside those of codes that are kept. */
  public static final int REFUSALS_SHOWN_MAX = 32;

  /** The most orders of capsules that an operator may have sent at a time. */
  public static final int SENDS_MAX = 16;

  /** The most capsules of one order. */
  public static final int COUNT_MAX = 10_000;

  private CapsuleLimits() {}
}
