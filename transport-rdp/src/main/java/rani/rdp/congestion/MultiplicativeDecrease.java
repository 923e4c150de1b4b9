// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Window reduction after a loss: "ssthresh = max (FlightSize / 2, 2*SMSS)" (RFC 5681 §3.1, equation
 * 4). Endpoints and routers that respond in an endpoint's place share this function, so that both
 * get the same result (papers' Active Congestion Control §3.1).
 */
public final class MultiplicativeDecrease {
  /** Smallest result, in packets. */
  public static final int PACKETS_MIN = 2;

  private MultiplicativeDecrease() {}

  /** Returns the reduced window. A router passes the window shown in the segment as flight. */
  public static double of(int flight) {
    return Math.max(flight / 2.0, PACKETS_MIN);
  }
}
