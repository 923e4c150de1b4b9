// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.traffic;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.testbed.journey.InjectionRefused;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.DraftSending;
import rani.tools.console.verb.InjectOptions;
import rani.tools.console.verb.PacketDraft;
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
public final class InjectVerb extends ConsoleVerb {
  @Parameters(
      paramLabel = "N1 -> N8 [key=value …]",
      arity = "1..*",
      description = "From which node to which, and what the packets are.")
  private List<String> words = List.of();

  @Mixin private InjectOptions options = new InjectOptions();

  @Override
  public Integer call() throws LabFailure {
    Screen screen = context.screen();
    DraftSending sending = new DraftSending(context);
    try {
      PacketDraft draft =
          PacketDraft.of(context.testbed(), context.session().files(), context.nodes(), words);
      if (options.dryRun()) {
        return sending.show(draft);
      }
      Duration longest = Duration.ofNanos(Units.durationNanos(options.patience()));
      return sending.send(draft, options.force(), longest, options.ways());
    } catch (UnitError e) {
      screen.progress("--patience: " + e.getMessage());
    } catch (InjectionRefused e) {
      screen.progress(String.valueOf(e.getMessage()));
    }
    return ExitCodes.BAD_INPUT;
  }
}
