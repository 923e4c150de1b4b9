// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.concurrent.TimeUnit;
import rani.rdp.RdpConfig;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.NewReno;
import rani.service.OptionReader;
import rani.wire.Ipv4Header;

/**
 * The options of the service {@code capsule}, but for the code that it holds.
 *
 * @param storeBytes room for all kept codes
 * @param idleNanos after which code without capsules is stopped
 * @param fetchNanos within which code is fetched, and within which it is made to run
 * @param retryNanos after which code that could not be had is asked for again
 * @param rdp how code is given to neighbours
 */
record CapsuleSettings(
    long storeBytes, long idleNanos, long fetchNanos, long retryNanos, RdpConfig rdp) {
  private static final long NANOS_MIN = 1_000_000;
  private static final int STORE_BYTES = 4 << 20;
  private static final int INITIAL_WINDOW = 10;
  private static final int INITIAL_WINDOW_MAX = 100;

  static CapsuleSettings read(OptionReader options) {
    return new CapsuleSettings(
        options.sizeBytes(
            "store",
            STORE_BYTES,
            CapsuleLimits.CODE_BYTES_MAX,
            CapsuleLimits.STORE_BYTES_MAX,
            "Room for all kept codes, 278528B…67108864B."),
        atLeastMilli(
            options.durationNanos(
                "code-idle",
                TimeUnit.SECONDS.toNanos(60),
                "Code without capsules for so long is stopped; at least 1ms.")),
        atLeastMilli(
            options.durationNanos(
                "fetch-timeout",
                TimeUnit.SECONDS.toNanos(10),
                "Code is fetched within this time, or its capsules are dropped; at least 1ms.")),
        atLeastMilli(
            options.durationNanos(
                "retry-after",
                TimeUnit.SECONDS.toNanos(10),
                "Code that did not run is tried again after this time; at least 1ms.")),
        rdp(
            (int)
                options.count(
                    "initial-window",
                    INITIAL_WINDOW,
                    1,
                    INITIAL_WINDOW_MAX,
                    "RDP's initial window in packets when code is fetched.")));
  }

  /**
   * Returns how code is fetched: requests and acknowledgements are control packets, since the
   * queues towards PrevNode may be the ones that capsules are to do something about.
   */
  RdpConfig fetching() {
    return rdp.with(rdp.wire().withDscp(Ipv4Header.DSCP_CONTROL));
  }

  private static long atLeastMilli(long nanos) {
    return Math.max(NANOS_MIN, nanos);
  }

  /** Acknowledges each segment at once: a neighbour's window opens as fast as it may. */
  private static RdpConfig rdp(int initialWindow) {
    RdpConfig.Timers usual = RdpConfig.DEFAULT.timers();
    CongestionConfig congestion =
        new CongestionConfig(
            new NewReno.Provider(),
            initialWindow,
            CongestionConfig.SSTHRESH_UNSET,
            true,
            true,
            false);
    return RdpConfig.DEFAULT
        .with(congestion)
        .with(
            new RdpConfig.Timers(
                0,
                usual.rtoInitialNanos(),
                usual.rtoMinNanos(),
                usual.rtoMaxNanos(),
                usual.retries(),
                0,
                usual.closeWaitNanos()));
  }
}
