// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.model.packet.Dissection;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.TRAFFIC)
@Command(
    name = "packet",
    description = {
      "Takes a frame apart, field by field.",
      "RANI header, IPv4, UDP or RDP or a service's message, data."
    },
    footer =
        "  rani packet 18040000 00989680 0a000001 00000000 45c0002000054000fffd66190a000001"
            + "0a0000020101fa1100000005010003e8")
public final class PacketCommand extends RaniCommand {
  @Parameters(
      paramLabel = "HEX",
      arity = "1..*",
      description = "The frame's bytes in hexadecimal; blanks and colons may stand between them.")
  private List<String> hex;

  @Option(names = "--json", description = "Prints one JSON object, nothing else.")
  private boolean json;

  @Override
  public Integer call() {
    Dissection dissection;
    try {
      dissection = Dissection.of(String.join(" ", hex), List.of());
    } catch (IllegalArgumentException e) {
      throw wrong("no frame: " + e.getMessage());
    }
    if (json) {
      printJson(dissection);
    } else {
      dissection.lines().forEach(line -> printWhole(line + "\n"));
    }
    return OK;
  }
}
