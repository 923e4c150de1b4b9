// SPDX-License-Identifier: Apache-2.0
package rani.tools.generate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.model.trace.CellularModel;
import rani.model.trace.TraceText;

@Command(
    name = "lte",
    description = {
      "Makes a cellular link: Poisson opportunities whose rate is a Brownian motion.",
      "The model and its parameters are those of Sprout (Winstein, Sivaraman, Balakrishnan, NSDI"
          + " 2013). The file has Mahimahi's format."
    },
    footer = "  rani generate lte --seed 7 --start 3Mbit/s > lte.down")
final class GenerateLteCommand extends GenerateModelCommand {
  /** Bits of an opportunity, as rates of Mahimahi's traces are counted. */
  private static final double OPPORTUNITY_BITS = 12_000;

  @Option(
      names = "--rate-max",
      paramLabel = "RATE",
      defaultValue = "12Mbit/s",
      description =
          "The highest rate, 12kbit/s to 1.2Gbit/s; Sprout's 1000 packets a second. Default:"
              + " ${DEFAULT-VALUE}.")
  private String rateMax = "";

  @Option(
      names = "--start",
      paramLabel = "RATE",
      defaultValue = "6Mbit/s",
      description = "The rate at the beginning, up to the highest. Default: ${DEFAULT-VALUE}.")
  private String start = "";

  @Option(
      names = "--volatility",
      paramLabel = "RATE",
      defaultValue = "2.4Mbit/s",
      description =
          "Standard deviation of the rate after a second; Sprout's 200 packets a second. Default:"
              + " ${DEFAULT-VALUE}.")
  private String volatility = "";

  @Option(
      names = "--outage",
      paramLabel = "DURATION",
      defaultValue = "1s",
      description =
          "Mean length of an outage, which begins where the rate falls to 0, 1ms to 1000s; Sprout's"
              + " 1s. Default: ${DEFAULT-VALUE}.")
  private String outage = "";

  @Override
  String text() {
    long outageNanos = nanos("--outage", outage);
    if (outageNanos < 1_000_000 || outageNanos > 1_000_000_000_000L) {
      throw wrong("--outage: 1ms…1000s");
    }
    CellularModel model =
        new CellularModel(
            bitsPerSecond("--start", start) / OPPORTUNITY_BITS,
            bitsPerSecond("--rate-max", rateMax) / OPPORTUNITY_BITS,
            bitsPerSecond("--volatility", volatility) / OPPORTUNITY_BITS,
            1e9 / outageNanos);
    return TraceText.mahimahi(model.trace(seed, durationMillis()));
  }
}
