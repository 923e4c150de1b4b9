// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.InputFile;
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
  /** Most bytes of standard input: two digits and two blanks for each byte of a frame. */
  private static final int INPUT_BYTES_MAX = 4 * Dissection.BYTES_MAX;

  @Parameters(
      paramLabel = "HEX",
      arity = "1..*",
      description =
          "The frame's bytes in hexadecimal; blanks and colons may stand between them. - reads them"
              + " from standard input.")
  private List<String> hex;

  @Option(names = "--json", description = "Prints one JSON object, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    Dissection dissection;
    try {
      dissection =
          Dissection.of(hex.equals(List.of("-")) ? input() : String.join(" ", hex), List.of());
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

  /** Returns standard input, of which no more is read than the longest frame with blanks takes. */
  private static String input() throws LabFailure {
    try {
      byte[] text = InputFile.bytesGiven(InputFile.STANDARD_INPUT, INPUT_BYTES_MAX);
      return new String(text, StandardCharsets.UTF_8).replaceAll("\\s+", " ").strip();
    } catch (IOException e) {
      throw LabFailure.ofInput(InputFile.STANDARD_INPUT + ": " + e.getMessage());
    }
  }
}
