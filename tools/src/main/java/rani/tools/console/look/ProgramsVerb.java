// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.Locale;
import picocli.CommandLine.Command;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.edge.ProgramFacts;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Table;

@Command(
    name = "programs",
    description = "Lists the programs at edges: node, state, process, time so far.",
    footer = {"  programs", "  watch programs n3", "  programs n3 --json     with the last output"})
public final class ProgramsVerb extends LookVerb {
  @Override
  public Integer call() {
    Table table = new Table("program, node, state, >pid, >exit code, >time");
    NodeReplies answers =
        context.ask(
            nodes(),
            StatusQuery.PROGRAMS,
            (_, shown) -> shown.programs().forEach(each -> row(table, each)));
    return print(answers, table, "no programs");
  }

  private static void row(Table table, ProgramFacts program) {
    table.row(
        program.program(),
        program.node(),
        program.state(),
        program.pid() == 0 ? "" : "" + program.pid(),
        program.hasEnded() ? "" + program.exitCode() : "",
        String.format(Locale.ROOT, "%.1f s", program.seconds()));
  }
}
