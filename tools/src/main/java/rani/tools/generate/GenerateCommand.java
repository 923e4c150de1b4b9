// SPDX-License-Identifier: Apache-2.0
package rani.tools.generate;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.FILES)
@Command(
    name = "generate",
    description = {
      "Makes traces that links follow, by published models with a seed.",
      "A link has such a trace by `rate: {trace: FILE}`. The same options and seed make the same"
          + " bytes."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "MODEL",
    subcommands = {
      GenerateLteCommand.class,
      GenerateStarlinkCommand.class,
      GenerateWifiCommand.class,
      CommandLine.HelpCommand.class
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  rani generate lte --seed 1 --duration 60s > lte.down",
      "  rani generate starlink --rate-max 200Mbit/s > starlink.csv"
    })
public final class GenerateCommand {}
