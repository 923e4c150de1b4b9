// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import io.prometheus.metrics.model.snapshots.PrometheusNaming;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The metric of a number that a service shows: named by service and fact, in base units, the unit
 * last.
 *
 * @param address the address that the fact is about, as in {@code distinct.10.0.0.1}; empty if none
 * @param perUnit the fact's value in one base unit
 */
record ServiceFactName(String metric, String address, double perUnit) {
  private static final Pattern OF_ADDRESS = Pattern.compile("(.+)\\.(\\d+(?:\\.\\d+){3})");
  private static final String BITS_PER_SECOND = "bits_per_second";
  private static final double BITS_PER_BYTE = 8;
  private static final double NANOS_PER_SECOND = 1e9;

  static ServiceFactName of(String service, String fact) {
    Matcher ofAddress = OF_ADDRESS.matcher(fact);
    boolean isOfAddress = ofAddress.matches();
    String words =
        (service + "_" + (isOfAddress ? ofAddress.group(1) : fact))
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "_");
    double perUnit = 1;
    if (words.endsWith(BITS_PER_SECOND)) {
      words = words.replaceFirst(BITS_PER_SECOND + "$", "bytes_per_second");
      perUnit = BITS_PER_BYTE;
    } else {
      List<String> parts = new ArrayList<>(List.of(words.split("_", -1)));
      boolean inNanos = parts.remove("nanos");
      if (parts.remove("seconds") || inNanos) {
        parts.add("seconds");
        perUnit = inNanos ? NANOS_PER_SECOND : 1;
      }
      words = String.join("_", parts);
    }
    return new ServiceFactName(
        PrometheusNaming.sanitizeMetricName("rani_service_" + words),
        isOfAddress ? ofAddress.group(2) : "",
        perUnit);
  }
}
