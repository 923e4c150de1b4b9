// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.EXTENSIONS)
@Command(
    name = "service",
    description = "Brings services of your own into a network, and takes them out.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "VERB",
    subcommands = {
      ServiceLoadCommand.class,
      ServiceUnloadCommand.class,
      CommandLine.HelpCommand.class
    },
    footerHeading = "%nExample:%n",
    footer = {"  rani service load n4 talkers.jar", "  rani service unload n4 top-talkers"})
public final class ServiceCommand {}
