// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.node.Command.Subject;
import rani.testbed.RunningLab;
import rani.testbed.Trust;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code time}: what time it is in the network, and how far it may be believed. */
@Command(
    name = "time",
    customSynopsis = "time [+DURATION]",
    description = "Shows how long the nodes run and carry traffic, and how far to believe the run.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  time", "  n7 time", "  time +5s        waits; in virtual time that takes no time"})
final class TimeVerb implements Callable<Integer> {
  private static final double NANOS = 1e9;
  private static final Duration PASS_MAX = Duration.ofHours(1);

  @ParentCommand private Bench bench;

  @Parameters(
      arity = "0..1",
      paramLabel = "+DURATION",
      description = "Lets so much time pass first, at most an hour.")
  private @Nullable String passing;

  @Override
  public Integer call() throws LabFailure, InterruptedException {
    String wait = passing;
    if (wait != null) {
      bench.passing().pass(duration(wait));
    }
    Answers answers = bench.ask(bench.nodes(), Subject.STATUS);
    Trust trust = bench.testbed().trust();
    Trust.Recent recent = bench.testbed().recentTrust();
    if (bench.json()) {
      SequencedMap<String, Object> all = new LinkedHashMap<>();
      all.put("nodes", answers.all());
      all.put("trust", trust.verdict().text());
      all.put("reasons", trust.reasons());
      if (recent.seconds() > 0) {
        SequencedMap<String, Object> lately = new LinkedHashMap<>();
        lately.put("seconds", recent.seconds());
        lately.put("trust", recent.trust().verdict().text());
        lately.put("reasons", recent.trust().reasons());
        all.put("recent", lately);
      }
      bench.screen().printWhole(RunningLab.json(all) + "\n");
      return answers.exitCode();
    }
    Table table = new Table("node", ">runs for", ">traffic for", ">node time");
    answers.facts().forEach((node, facts) -> row(table, node, facts));
    int exitCode = bench.print(answers, table);
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
    bench
        .screen()
        .print("%s: %s", what, doubtful ? bench.ink().red(verdict) : bench.ink().green(verdict));
    trust.reasons().forEach(reason -> bench.screen().print("  %s", reason));
  }

  private Duration duration(String text) {
    try {
      Duration time = Duration.ofNanos(Units.durationNanos(text.replaceFirst("^\\+", "")));
      if (!text.startsWith("+") || time.compareTo(PASS_MAX) > 0) {
        throw bench.wrong("`" + text + "` is no time to wait; write +5s, at most +60min");
      }
      return time;
    } catch (UnitError e) {
      throw bench.wrong(e.getMessage() + "; write +5s, or +200ms");
    }
  }

  private static void row(Table table, String node, SequencedMap<String, Object> facts) {
    table.row(
        node,
        since(facts, "started-nanos"),
        since(facts, "go-nanos"),
        Quantity.time(facts.get("now-nanos")));
  }

  private static String since(SequencedMap<String, Object> facts, String event) {
    return facts.containsKey(event)
        ? Quantity.time(Facts.count(facts, "now-nanos") - Facts.count(facts, event))
        : "–";
  }
}
