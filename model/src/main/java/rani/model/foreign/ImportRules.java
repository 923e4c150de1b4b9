// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How an import fills in what a file leaves open.
 *
 * @param delayNanosPerKm propagation delay of a kilometre, in nanoseconds
 * @param delayNanos delay of links without delay, length and coordinates
 * @param rate of links for which the file has none, in bit/s; empty leaves them without limit
 * @param rateScale what the file's rates are multiplied by
 * @param rateUnit bit/s of a bare 1; empty leaves bare numbers unread
 * @param delayUnitNanos nanoseconds of a bare 1; empty leaves bare numbers unread
 */
public record ImportRules(
    double delayNanosPerKm,
    OptionalLong delayNanos,
    OptionalDouble rate,
    double rateScale,
    OptionalDouble rateUnit,
    OptionalDouble delayUnitNanos) {
  /**
   * Propagation delay in glass fibre: with a group index of 1.468 at 1550 nm (Corning SMF-28 Ultra,
   * product information PI-1424) light takes 4.9 microseconds a kilometre. 5 is the value in use,
   * also in ITU-T G.114 (2003), table A.1, for optical fibre cable systems.
   */
  public static final double FIBRE_NANOS_PER_KM = 5_000;

  public static final ImportRules USUAL =
      new ImportRules(
          FIBRE_NANOS_PER_KM,
          OptionalLong.empty(),
          OptionalDouble.empty(),
          1,
          OptionalDouble.empty(),
          OptionalDouble.empty());
}
