// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;

/** {@code N4 service load JAR}. */
@Command(
    name = "load",
    customSynopsis = {
      "service load N4 JAR [--from NODE] [--number N] [--replace] [--any-version]",
      "                    [OPTION=VALUE…]",
      "N4 service load JAR …"
    },
    description = "Brings a signed service jar to a node, by the network itself, and starts it.",
    mixinStandardHelpOptions = true)
final class ServiceLoadVerb implements Callable<Integer> {
  @ParentCommand private ServiceVerb parent;
  @Spec private CommandSpec spec;
  @Mixin private final LoadWords words = new LoadWords();

  @Override
  public Integer call() throws LabFailure {
    if (parent.bench().testbed() instanceof RunningLab lab) {
      return words.load(
          lab, parent.bench().named(), parent.bench().files(), spec, parent.bench().json());
    }
    throw new LabFailure("jars are loaded into live networks; this one is in virtual time");
  }
}
