// SPDX-License-Identifier: Apache-2.0
package rani.tools.operator;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.EXTENSIONS)
@Command(
    name = "operator",
    description = {
      "Makes keys, signs service jars and modules, and verifies them.",
      "They decide what a network takes into its nodes while it runs."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "VERB",
    subcommands = {
      OperatorKeyCommand.class,
      OperatorSignCommand.class,
      OperatorVerifyCommand.class,
      CommandLine.HelpCommand.class
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  rani operator key new ops.key              # then `operators: [ops.key.pub]` in the file",
      "  rani operator sign talkers.jar --key ops.key --network ring-6",
      "  rani service load n4 talkers.jar"
    })
public final class OperatorCommand {}
