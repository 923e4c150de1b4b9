// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * How far a loss closes a window: "ssthresh = max (FlightSize / 2, 2*SMSS)" (RFC 5681 §3.1,
 * equation 4). Endpoints answer their losses by it, and so do routers that answer in an endpoint's
 * place (papers' Active Congestion Control §3.1): one function, so that both come to the same.
 */
public final class MultiplicativeDecrease {
  /** No loss leaves less, in packets. */
  public static final int PACKETS_MIN = 2;

  private MultiplicativeDecrease() {}

  /**
   * What is left, in packets.
   *
   * @param flight packets outstanding; a router takes the window that it was shown for that
   */
  public static double of(int flight) {
    return Math.max(flight / 2.0, PACKETS_MIN);
  }
}
