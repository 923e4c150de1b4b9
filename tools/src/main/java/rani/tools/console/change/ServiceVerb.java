// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import picocli.CommandLine.Command;

@Command(
    name = "service",
    customSynopsis = {
      "N4 service start SERVICE [OPTION=VALUE…]",
      "       N4 service stop SERVICE",
      "       N4 service load JAR [OPTION=VALUE…]",
      "       N4 service unload SERVICE"
    },
    description = "Puts a service on a node's menu and starts it, or takes it off.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ServiceStartVerb.class,
      ServiceStopVerb.class,
      ServiceLoadVerb.class,
      ServiceUnloadVerb.class
    },
    commandListHeading = "%n",
    footer = {
      "  n7 service start echo port=7",
      "  n1 service start source 'flows=[{to: n3, kind: cbr, rate: 50packet/s, packets: 100}]'",
      "  n7 service stop echo",
      "  n4 service load talkers.jar",
      "  n7 menu"
    })
public final class ServiceVerb {}
