// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.traffic;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.testbed.journey.InjectionRefused;
import rani.tools.console.verb.InjectOptions;
import rani.tools.console.verb.PacketDraft;

@Command(
    name = "inject",
    customSynopsis =
        "inject [--dry-run] [--force] [--patience=TIME] [--ways=N] N1 -> N8 [key=value …]",
    description =
        "Has a node send packets, and shows hop by hop where they went, how long each node and"
            + " wire held them, and where and why they were dropped.",
    footer = {
      InjectOptions.FIELDS,
      "",
      "Examples:",
      "  inject n1 -> n8",
      "  inject n1 -> n8 port=7 payload=text:hello count=3 rate=10packet/s",
      "  n1 inject n8 ttl=3"
    })
public final class InjectVerb extends DraftVerb {
  @Parameters(
      paramLabel = "N1 -> N8 [key=value …]",
      arity = "1..*",
      description = "From which node to which, and what the packets are.")
  private List<String> words = List.of();

  @Mixin private InjectOptions options = new InjectOptions();

  @Override
  int execute() throws InjectionRefused, LabFailure {
    PacketDraft draft = begun(words);
    if (options.dryRun()) {
      return show(draft);
    }
    try {
      Duration longest = Duration.ofNanos(Units.durationNanos(options.patience()));
      return send(draft, options.force(), longest, options.ways());
    } catch (UnitError e) {
      throw new InjectionRefused("--patience: " + e.getMessage());
    }
  }
}
