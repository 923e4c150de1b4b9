// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.model.file.Nearest;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.watch.Top;

@Command(
    name = "top",
    customSynopsis = "top [--sort=KEY]",
    description =
        "Prints rate, utilisation, queue and drops of every link." + " `rani top` repeats it.",
    footer = {"  top", "  n7 top", "  top --sort drops"})
public final class TopVerb extends ConsoleVerb {
  @Option(
      names = "--sort",
      paramLabel = "KEY",
      description = "node, in, out, queue, utilisation or drops. Default: node.")
  private String sort = "node";

  @Override
  public Integer call() throws LabFailure {
    if (!Top.sorts().contains(sort)) {
      throw LabFailure.ofInput("no order `" + sort + "`; " + Nearest.hint(sort, Top.sorts()));
    }
    new Top(context.testbed(), context.nodes(), TimeUnit.SECONDS.toNanos(1), sort)
        .print(context.screen(), 1, context.json(), context.session().passing());
    return OK;
  }
}
