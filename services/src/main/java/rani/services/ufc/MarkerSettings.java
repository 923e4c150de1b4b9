// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import java.util.List;
import java.util.random.RandomGenerator;
import rani.queue.Rate;
import rani.service.OptionReader;

/**
 * Options of a marker; each kind ignores those that it does not use. Rates in bytes per second.
 *
 * @param committed CIR, CTR
 * @param peak PIR, PTR; at least {@code committed}
 * @param committedBytes CBS
 * @param excessBytes EBS
 * @param peakBytes PBS
 * @param windowNanos AVG_INTERVAL
 */
record MarkerSettings(
    Kind kind,
    double committed,
    double peak,
    long committedBytes,
    long excessBytes,
    long peakBytes,
    long windowNanos,
    boolean isColourAware) {
  private static final List<String> KINDS = List.of("tsw3cm", "srtcm", "trtcm");
  private static final Rate COMMITTED = Rate.bitsPerSecond(1_000_000);
  private static final long BURST_BYTES = 10_000;
  private static final long BURST_BYTES_MAX = 1_000_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final long MILLISECOND = 1_000_000;

  enum Kind {
    /** Time sliding window: RFC 2859. */
    TSW3CM,
    /** Single rate and two bursts: RFC 2697. */
    SRTCM,
    /** Two rates: RFC 2698. */
    TRTCM
  }

  static MarkerSettings read(OptionReader options) {
    Kind kind =
        Kind.values()[
            KINDS.indexOf(
                options.oneOf(
                    "marker",
                    KINDS.getFirst(),
                    KINDS,
                    "By a sliding window (RFC 2859), one rate (RFC 2697) or two (RFC 2698)."))];
    Rate cir = options.rate("cir", COMMITTED, "The committed rate, in bit/s.");
    Rate pir =
        options.rate(
            "pir",
            Rate.bitsPerSecond(2 * cir.perSecond()),
            "The peak rate, at least cir; twice that unless told otherwise.");
    if (cir.unit() != Rate.Unit.BITS || pir.unit() != Rate.Unit.BITS) {
      throw new IllegalArgumentException("cir and pir are in bit/s");
    }
    if (pir.perSecond() < cir.perSecond()) {
      throw new IllegalArgumentException("pir is at least cir");
    }
    long windowNanos = options.durationNanos("window", SECOND, "Of the average of tsw3cm.");
    if (windowNanos < MILLISECOND) {
      throw new IllegalArgumentException("window is at least 1ms");
    }
    return new MarkerSettings(
        kind,
        cir.perSecond() / 8,
        pir.perSecond() / 8,
        options.sizeBytes(
            "cbs", BURST_BYTES, 1, BURST_BYTES_MAX, "The committed burst, of srtcm and trtcm."),
        options.sizeBytes("ebs", BURST_BYTES, 0, BURST_BYTES_MAX, "The excess burst, of srtcm."),
        options.sizeBytes("pbs", BURST_BYTES, 1, BURST_BYTES_MAX, "The peak burst, of trtcm."),
        windowNanos,
        options
            .oneOf(
                "colour",
                "blind",
                List.of("blind", "aware"),
                "Whether srtcm and trtcm look at the colour that packets come with.")
            .equals("aware"));
  }

  Marker marker(long nowNanos, RandomGenerator random) {
    return switch (kind) {
      case TSW3CM -> new SlidingWindowMarker(nowNanos, committed, peak, windowNanos, random);
      case SRTCM ->
          new SingleRateMarker(nowNanos, committed, committedBytes, excessBytes, isColourAware);
      case TRTCM ->
          new TwoRateMarker(nowNanos, peak, peakBytes, committed, committedBytes, isColourAware);
    };
  }
}
