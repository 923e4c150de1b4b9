// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.node.NodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Trust;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.world.Facts;

@Command(
    name = "time",
    customSynopsis = "time [+DURATION] [--why]",
    description =
        "Shows how long the nodes have run and carried traffic, and the trust in the run.",
    footer = {"  time", "  n7 time", "  time +5s        waits; in virtual time that takes no time"})
public final class TimeVerb extends ConsoleVerb {
  private static final double NANOS = 1e9;
  private static final Duration PASS_MAX = Duration.ofHours(1);

  private record Time(JsonObject nodes, String trust, List<String> reasons, @Nullable Lately recent)
      implements Facts {}

  /** Trust in the last minute of a run. */
  private record Lately(double seconds, String trust, List<String> reasons) implements Facts {}

  @Parameters(
      arity = "0..1",
      paramLabel = "+DURATION",
      description = "Lets this time pass first, at most an hour.")
  private @Nullable String passing;

  @Option(names = "--why", description = "Lists the reasons of a doubtful verdict.")
  private boolean why;

  @Override
  public Integer call() throws LabFailure, InterruptedException {
    String wait = passing;
    if (wait != null) {
      context.session().passing().pass(duration(wait));
    }
    Table table = new Table("node, >runs for, >traffic for, >node time");
    NodeReplies answers =
        context.ask(
            context.nodes(), StatusQuery.STATUS, (node, status) -> row(table, node, status));
    Trust trust = context.testbed().trust();
    Trust.Recent recent = context.testbed().recentTrust();
    if (context.json()) {
      Lately lately =
          recent.seconds() > 0
              ? new Lately(
                  recent.seconds(), recent.trust().verdict().text(), recent.trust().reasons())
              : null;
      Time time = new Time(answers.all(), trust.verdict().text(), trust.reasons(), lately);
      printJson(time);
      return answers.exitCode();
    }
    int exitCode = context.print(answers, table);
    tell("trust", trust);
    if (recent.seconds() > 0) {
      String span = Quantity.time(NANOS * Math.rint(recent.seconds()));
      tell("trust of the last " + span, recent.trust());
    }
    return exitCode;
  }

  private void tell(String what, Trust trust) {
    boolean doubtful = trust.verdict() == Trust.Verdict.DOUBTFUL;
    String verdict = trust.verdict().text();
    int reasons = trust.reasons().size();
    print(
        "%s: %s%s",
        what,
        doubtful ? context.session().ink().red(verdict) : context.session().ink().green(verdict),
        why || reasons == 0
            ? ""
            : " (" + (reasons == 1 ? "1 reason" : reasons + " reasons") + ": `time --why`)");
    if (why) {
      trust.reasons().forEach(reason -> print("  %s", reason));
    }
  }

  private Duration duration(String text) {
    try {
      Duration time = Duration.ofNanos(Units.durationNanos(text.replaceFirst("^\\+", "")));
      if (!text.startsWith("+") || time.compareTo(PASS_MAX) > 0) {
        throw context.wrong("`" + text + "` is no time to wait; write +5s, at most +60min");
      }
      return time;
    } catch (UnitError e) {
      throw context.wrong(e.getMessage() + "; write +5s, or +200ms");
    }
  }

  private static void row(Table table, String node, NodeFacts.Status status) {
    table.row(
        node,
        since(status.startedNanos(), status.nowNanos()),
        since(status.goNanos(), status.nowNanos()),
        Quantity.time(status.nowNanos()));
  }

  private static String since(@Nullable Long eventNanos, long nowNanos) {
    return eventNanos == null ? "–" : Quantity.time(nowNanos - eventNanos);
  }
}
