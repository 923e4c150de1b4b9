// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.testbed.Lab;
import rani.testbed.journey.Injection;
import rani.testbed.journey.InjectionRefused;
import rani.testbed.journey.InjectionReport;
import rani.testbed.journey.Waiting;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.JsonLines;
import rani.tools.screen.Screen;

/** {@code inject N1 -> N8 [key=value …]}: sends packets and shows the way of each. */
@Command(
    name = "inject",
    customSynopsis =
        "inject [--dry-run] [--force] [--patience=TIME] [--ways=N] N1 -> N8 [key=value …]",
    description =
        "Has a node send packets, and shows hop by hop where they went, how long each node and"
            + " wire had them, and where and why they died.",
    footer = {
      InjectOptions.FIELDS,
      "",
      "Examples:",
      "  inject n1 -> n8",
      "  inject n1 -> n8 port=7 payload=text:hello count=3 rate=10packet/s",
      "  n1 inject n8 ttl=3"
    })
public final class InjectVerb implements Callable<Integer> {
  /** Ways that a JSON object may hold. */
  private static final int WAYS_MAX = 2000;

  @ParentCommand private @Nullable Bench bench;

  @Parameters(
      paramLabel = "N1 -> N8 [key=value …]",
      arity = "1..*",
      description = "From which node to which, and what the packets are.")
  private List<String> words = List.of();

  @Mixin private InjectOptions options = new InjectOptions();

  @Override
  public Integer call() throws LabFailure {
    if (bench == null) {
      throw new IllegalStateException("a verb is said at a bench");
    }
    Screen screen = bench.screen();
    try {
      PacketDraft draft = PacketDraft.of(bench.testbed(), bench.files(), bench.nodes(), words);
      if (options.dryRun()) {
        return show(bench, draft);
      }
      Duration longest = Duration.ofNanos(Units.durationNanos(options.patience()));
      return send(bench, draft, options.force(), longest, options.ways());
    } catch (UnitError e) {
      screen.progress("--patience: " + e.getMessage());
    } catch (InjectionRefused e) {
      screen.progress(String.valueOf(e.getMessage()));
    }
    return ExitCodes.BAD_INPUT;
  }

  static int show(Bench bench, PacketDraft draft) throws InjectionRefused {
    if (bench.json()) {
      bench.screen().printWhole(JsonLines.print(draft.dissection().facts()));
    } else {
      draft.dissection().lines().forEach(line -> bench.screen().printWhole(line + "\n"));
    }
    return ExitCodes.OK;
  }

  private static Waiting waiting(Bench bench) {
    return bench.testbed() instanceof Lab lab ? Waiting.of(lab) : Waiting.REAL;
  }

  static int send(Bench bench, PacketDraft draft, boolean force, Duration patience, int waysMax)
      throws InjectionRefused, LabFailure {
    InjectionReport report =
        Injection.carryOut(bench.testbed(), draft.order(), force, patience, waiting(bench));
    if (bench.json()) {
      bench.screen().printWhole(JsonLines.print(report.facts(WAYS_MAX)));
    } else {
      new JourneyTable(bench.screen()).print(report, waysMax);
    }
    return report.isAllArrived() ? ExitCodes.OK : ExitCodes.FAILED;
  }
}
