// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import rani.tools.console.change.FilterVerb;
import rani.tools.console.change.LinkVerb;
import rani.tools.console.change.NodeVerb;
import rani.tools.console.change.ServiceVerb;
import rani.tools.console.change.TellVerb;
import rani.tools.console.look.CaptureVerb;
import rani.tools.console.look.CodeVerb;
import rani.tools.console.look.ConnectionsVerb;
import rani.tools.console.look.CountersVerb;
import rani.tools.console.look.EdgeFlowsVerb;
import rani.tools.console.look.EventsVerb;
import rani.tools.console.look.FiltersVerb;
import rani.tools.console.look.FlowsVerb;
import rani.tools.console.look.LinksVerb;
import rani.tools.console.look.MenuVerb;
import rani.tools.console.look.NodesVerb;
import rani.tools.console.look.PathVerb;
import rani.tools.console.look.ProgramsVerb;
import rani.tools.console.look.QueueVerb;
import rani.tools.console.look.RoutesVerb;
import rani.tools.console.look.TimeVerb;
import rani.tools.console.look.TopVerb;
import rani.tools.console.look.TopologyVerb;
import rani.tools.console.traffic.InjectVerb;
import rani.tools.console.traffic.PacketVerb;
import rani.tools.console.traffic.PingVerb;
import rani.tools.console.traffic.PingallVerb;
import rani.tools.console.traffic.ThroughputVerb;
import rani.tools.console.traffic.TracerouteVerb;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.VerbContext;

/** All verbs of the console, in the order in which help lists them. */
final class Verbs {
  /** Verbs whose arguments may contain an arrow, which begins like an option. */
  private static final List<String> ARROWED = List.of("inject", "packet", "path");

  private static final List<Class<?>> ALL =
      List.of(
          NodesVerb.class,
          LinksVerb.class,
          QueueVerb.class,
          FlowsVerb.class,
          ConnectionsVerb.class,
          EdgeFlowsVerb.class,
          RoutesVerb.class,
          FiltersVerb.class,
          MenuVerb.class,
          CodeVerb.class,
          ProgramsVerb.class,
          CountersVerb.class,
          TimeVerb.class,
          PingVerb.class,
          PingallVerb.class,
          ThroughputVerb.class,
          TracerouteVerb.class,
          PathVerb.class,
          InjectVerb.class,
          PacketVerb.class,
          LinkVerb.class,
          FilterVerb.class,
          ServiceVerb.class,
          TellVerb.class,
          WatchVerb.class,
          SourceVerb.class,
          CaptureVerb.class,
          EventsVerb.class,
          TopVerb.class,
          NodeVerb.class,
          TopologyVerb.class,
          CommandLine.HelpCommand.class);

  private Verbs() {}

  /** Reports whether there is a verb of this name, in upper or lower case. */
  static boolean isVerb(String word) {
    return ALL.stream().anyMatch(verb -> name(verb).equalsIgnoreCase(word));
  }

  private static String name(Class<?> verb) {
    Command command = verb.getAnnotation(Command.class);
    return command == null ? "" : command.name();
  }

  /** Adds only the given verb to a command line, because describing all is slow; all if unknown. */
  static void addTo(CommandLine line, VerbContext context, String said) {
    boolean all = !isVerb(said) || said.equalsIgnoreCase("help"); // which lists the others
    for (Class<?> verb : ALL) {
      if (all || name(verb).equalsIgnoreCase(said)) {
        CommandLine added = new CommandLine(verb);
        added.setUnmatchedOptionsArePositionalParams(ARROWED.contains(name(verb)));
        prepare(added, context);
        line.addSubcommand(added);
      }
    }
  }

  private static void prepare(CommandLine line, VerbContext context) {
    if (line.getCommand() instanceof ConsoleVerb verb) {
      verb.of(context);
    }
    OptionSpec version = line.getCommandSpec().findOption("--version");
    if (version != null) {
      line.getCommandSpec().remove(version); // verbs have no version of their own
    }
    line.getSubcommands().values().forEach(each -> prepare(each, context));
  }
}
