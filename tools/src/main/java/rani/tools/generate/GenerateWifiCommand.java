// SPDX-License-Identifier: Apache-2.0
package rani.tools.generate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.model.trace.TraceText;
import rani.model.trace.WirelessModel;

@Command(
    name = "wifi",
    description = {
      "Makes a wireless LAN: bursts of aggregated frames, on a channel that is good or bad.",
      "Aggregates as of IEEE 802.11n, waits for the medium that are exponential (Bianchi, JSAC"
          + " 2000), and the channel of Gilbert (1960) and Elliott (1963). The file has Mahimahi's"
          + " format."
    },
    footer = "  rani generate wifi --seed 7 --rate 65Mbit/s --wait 4ms > wifi.down")
final class GenerateWifiCommand extends GenerateModelCommand {
  private static final long NANOBITS_OF_FRAME = 12_000 * 1_000_000_000L;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      defaultValue = "65Mbit/s",
      description =
          "Rate of a frame on the air, 12kbit/s or more; 802.11n's of one stream in 20 MHz."
              + " Default: ${DEFAULT-VALUE}.")
  private String rate = "";

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      defaultValue = "2ms",
      description = "Mean wait for the medium, 1us to 60min. Default: ${DEFAULT-VALUE}.")
  private String wait = "";

  @Option(
      names = "--good-frames",
      paramLabel = "N",
      defaultValue = "16",
      description =
          "Frames of an aggregate while the channel is good, 1 to 64. Default: ${DEFAULT-VALUE}.")
  private int goodFrames;

  @Option(
      names = "--bad-frames",
      paramLabel = "N",
      defaultValue = "2",
      description = "Frames while it is bad, 0 to 64. Default: ${DEFAULT-VALUE}.")
  private int badFrames;

  @Option(
      names = "--good",
      paramLabel = "DURATION",
      defaultValue = "1s",
      description =
          "Mean time for which the channel is good, 1ms to 60min. Default: ${DEFAULT-VALUE}.")
  private String good = "";

  @Option(
      names = "--bad",
      paramLabel = "DURATION",
      defaultValue = "200ms",
      description = "Mean time for which it is bad; 0s for never. Default: ${DEFAULT-VALUE}.")
  private String bad = "";

  @Override
  String text() {
    WirelessModel model =
        new WirelessModel(
            NANOBITS_OF_FRAME / bitsPerSecond("--rate", rate),
            nanos("--wait", wait),
            goodFrames,
            badFrames,
            nanos("--good", good),
            nanos("--bad", bad));
    return TraceText.mahimahi(model.trace(seed, durationMillis()));
  }
}
