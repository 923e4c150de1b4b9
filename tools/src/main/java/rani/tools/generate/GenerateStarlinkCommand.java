// SPDX-License-Identifier: Apache-2.0
package rani.tools.generate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.model.trace.SatelliteModel;
import rani.model.trace.TraceText;

@Command(
    name = "starlink",
    description = {
      "Makes a link by satellites that are allocated every 15 s: rate and delay jump.",
      "The times are those that were measured, 12, 27, 42 and 57 s past each minute (Tanveer et"
          + " al., CoNEXT 2023; Mohan et al., WWW 2024); rates and delays are uniform in ranges of"
          + " yours. The file is CSV."
    },
    footer = "  rani generate starlink --seed 7 --delay-max 40ms --switch-loss 5% > starlink.csv")
final class GenerateStarlinkCommand extends GenerateModelCommand {
  @Option(
      names = "--rate-min",
      paramLabel = "RATE",
      defaultValue = "50Mbit/s",
      description = "The least rate, 1bit/s to 1000Gbit/s. Default: ${DEFAULT-VALUE}.")
  private String rateMin = "";

  @Option(
      names = "--rate-max",
      paramLabel = "RATE",
      defaultValue = "200Mbit/s",
      description = "The highest rate. Default: ${DEFAULT-VALUE}.")
  private String rateMax = "";

  @Option(
      names = "--delay-min",
      paramLabel = "DURATION",
      defaultValue = "15ms",
      description = "The least delay, one way, 0s to 60s. Default: ${DEFAULT-VALUE}.")
  private String delayMin = "";

  @Option(
      names = "--delay-max",
      paramLabel = "DURATION",
      defaultValue = "35ms",
      description = "The longest delay. Default: ${DEFAULT-VALUE}.")
  private String delayMax = "";

  @Option(
      names = "--switch",
      paramLabel = "DURATION",
      defaultValue = "100ms",
      description =
          "For how long after each allocation packets are lost, below 15s. Default:"
              + " ${DEFAULT-VALUE}.")
  private String switching = "";

  @Option(
      names = "--switch-loss",
      paramLabel = "PERCENTAGE",
      defaultValue = "0%",
      description = "How many are lost then. Default: ${DEFAULT-VALUE}.")
  private String switchLoss = "";

  @Option(
      names = "--second",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seconds past the minute at time 0, 0 to 59. Default: ${DEFAULT-VALUE}.")
  private int second;

  @Override
  String text() {
    SatelliteModel model =
        new SatelliteModel(
            bitsPerSecond("--rate-min", rateMin),
            bitsPerSecond("--rate-max", rateMax),
            nanos("--delay-min", delayMin),
            nanos("--delay-max", delayMax),
            nanos("--switch", switching),
            fraction("--switch-loss", switchLoss),
            second);
    return TraceText.csv(model.trace(seed, durationNanos()), typed());
  }
}
