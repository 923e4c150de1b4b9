// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.testbed.journey.Injection;
import rani.testbed.journey.InjectionRefused;
import rani.tools.screen.ExitCodes;

/**
 * {@code packet …}: an editor for one packet, which is printed field by field before it is sent.
 */
@Command(
    name = "packet",
    customSynopsis = {
      "packet N1 -> N8 [key=value …]",
      "       packet set key=value …",
      "       packet show|send|reset"
    },
    description = "Writes a packet field by field, shows it as it will leave, and sends it.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  packet n1 -> n8 port=7        begins a packet and shows it",
      "  packet set ttl=3 dscp=af41    changes fields; ttl= takes one back",
      "  packet show",
      "  packet send                   sends it and shows its way",
      "  packet reset                  takes every field back",
      "",
      "The fields are those of inject."
    })
final class PacketVerb implements Callable<Integer> {
  private static final int WAYS = 3;

  @ParentCommand private @Nullable Bench bench;

  @Parameters(
      paramLabel = "N1 -> N8 [key=value …]|set key=value …|show|send|reset",
      arity = "1..*",
      description = "What is to be done with the packet.")
  private List<String> words = List.of();

  @Override
  public Integer call() throws LabFailure {
    if (bench == null) {
      throw new IllegalStateException("a verb is said at a bench");
    }
    try {
      return does(bench, words);
    } catch (InjectionRefused e) {
      bench.screen().progress(String.valueOf(e.getMessage()));
      return ExitCodes.BAD_INPUT;
    }
  }

  /** Does one thing with the packet that is being written at a bench. */
  static int does(Bench bench, List<String> words) throws InjectionRefused, LabFailure {
    List<String> rest = words.subList(1, words.size());
    switch (words.getFirst()) {
      case "show" -> requireNothing(rest);
      case "set" -> draft(bench).set(rest);
      case "reset" -> {
        requireNothing(rest);
        draft(bench).reset();
      }
      case "send" -> {
        requireNothing(rest);
        return InjectVerb.send(bench, draft(bench), true, Injection.PATIENCE, WAYS);
      }
      default -> bench.draft(PacketDraft.of(bench.testbed(), bench.files(), bench.nodes(), words));
    }
    return InjectVerb.show(bench, draft(bench));
  }

  private static void requireNothing(List<String> rest) throws InjectionRefused {
    if (!rest.isEmpty()) {
      throw new InjectionRefused("`" + String.join(" ", rest) + "` is too much; fields are `set`");
    }
  }

  private static PacketDraft draft(Bench bench) throws InjectionRefused {
    PacketDraft draft = bench.draft();
    if (draft == null) {
      throw new InjectionRefused("there is no packet yet; begin one with packet N1 -> N8");
    }
    return draft;
  }
}
