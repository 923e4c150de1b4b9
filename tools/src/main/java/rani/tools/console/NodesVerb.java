// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;
import rani.lab.LabFailure;
import rani.node.Command.Subject;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.JsonLines;

/** {@code nodes}: every node with its address and state. */
@picocli.CommandLine.Command(
    name = "nodes",
    description = "Lists the nodes: address, and whether all their links are up.",
    mixinStandardHelpOptions = true)
final class NodesVerb implements Callable<Integer> {
  @ParentCommand private @Nullable Bench bench;

  @Override
  public Integer call() throws LabFailure {
    if (bench == null) {
      throw new IllegalStateException("a verb is said at a bench");
    }
    SequencedMap<String, Object> all = new LinkedHashMap<>();
    for (String node : bench.nodes()) {
      all.put(node, bench.testbed().show(node, Subject.STATUS));
    }
    if (bench.json()) {
      bench.screen().printWhole(JsonLines.print(all));
    } else {
      all.forEach((node, facts) -> bench.screen().print("%-10s %s", node, facts));
    }
    return ExitCodes.OK;
  }
}
