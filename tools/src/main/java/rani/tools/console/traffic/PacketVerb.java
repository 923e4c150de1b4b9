// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.traffic;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.testbed.journey.Injection;
import rani.testbed.journey.InjectionRefused;
import rani.tools.console.verb.PacketDraft;

@Command(
    name = "packet",
    customSynopsis = {
      "packet N1 -> N8 [key=value …]",
      "       packet set key=value …",
      "       packet show|send|reset"
    },
    description = "Composes a packet field by field, shows it as it will be sent, and sends it.",
    footer = {
      "  packet n1 -> n8 port=7        begins a packet and shows it",
      "  packet set ttl=3 dscp=af41    changes fields; ttl= takes one back",
      "  packet show",
      "  packet send                   sends it and shows its way",
      "  packet reset                  takes every field back",
      "",
      "The fields are those of inject."
    })
public final class PacketVerb extends DraftVerb {
  private static final int WAYS = 3;

  @Parameters(
      paramLabel = "N1 -> N8 [key=value …]|set key=value …|show|send|reset",
      arity = "1..*",
      description = "What is to be done with the packet.")
  private List<String> words = List.of();

  @Override
  int execute() throws InjectionRefused, LabFailure {
    List<String> rest = words.subList(1, words.size());
    switch (words.getFirst()) {
      case "show" -> requireNothing(rest);
      case "set" -> draft().set(rest);
      case "reset" -> {
        requireNothing(rest);
        draft().reset();
      }
      case "send" -> {
        requireNothing(rest);
        return send(draft(), true, Injection.PATIENCE, WAYS);
      }
      default -> context.session().draft(begun(words));
    }
    return show(draft());
  }

  private static void requireNothing(List<String> rest) throws InjectionRefused {
    if (!rest.isEmpty()) {
      throw new InjectionRefused("`" + String.join(" ", rest) + "` is too much; fields are `set`");
    }
  }

  private PacketDraft draft() throws InjectionRefused {
    PacketDraft draft = context.session().draft();
    if (draft == null) {
      throw new InjectionRefused("there is no packet yet; begin one with packet N1 -> N8");
    }
    return draft;
  }
}
