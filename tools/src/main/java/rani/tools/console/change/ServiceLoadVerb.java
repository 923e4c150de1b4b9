// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;
import rani.tools.console.verb.ConsoleVerb;

@Command(
    name = "load",
    customSynopsis = {
      "service load N4 JAR [--from NODE] [--number N] [--replace] [--any-version]",
      "                    [OPTION=VALUE…]",
      "N4 service load JAR …"
    },
    description =
        "Brings a signed service jar, or a module in WebAssembly, to a node, by the network itself,"
            + " and starts it.")
public final class ServiceLoadVerb extends ConsoleVerb {
  @Mixin private final LoadWords words = new LoadWords();

  @Override
  public Integer call() throws LabFailure {
    if (context.testbed() instanceof RunningLab lab) {
      return words.load(lab, context.named(), context.session().files(), context.json());
    }
    throw new LabFailure("jars are loaded into live networks; this one is in virtual time");
  }
}
