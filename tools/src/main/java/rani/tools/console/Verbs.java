// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import rani.tools.console.change.FilterVerb;
import rani.tools.console.change.LinkVerb;
import rani.tools.console.change.NodeVerb;
import rani.tools.console.change.ServiceLoadVerb;
import rani.tools.console.change.ServiceStartVerb;
import rani.tools.console.change.ServiceStopVerb;
import rani.tools.console.change.ServiceUnloadVerb;
import rani.tools.console.change.ServiceVerb;
import rani.tools.console.change.TellVerb;
import rani.tools.console.look.CaptureVerb;
import rani.tools.console.look.ConnectionsVerb;
import rani.tools.console.look.CountersVerb;
import rani.tools.console.look.EventsVerb;
import rani.tools.console.look.FiltersVerb;
import rani.tools.console.look.FlowsVerb;
import rani.tools.console.look.LinksVerb;
import rani.tools.console.look.MenuVerb;
import rani.tools.console.look.NodesVerb;
import rani.tools.console.look.PathVerb;
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
import rani.tools.console.verb.VerbContext;

/** The verbs, in the order in which help lists them. No verb knows another. */
final class Verbs {
  /** Verbs with an arrow among their words, which begins like an option. */
  private static final List<String> ARROWED = List.of("inject", "packet", "path");

  private static final List<Verb<?>> ALL =
      List.of(
          verb(NodesVerb.class, NodesVerb::new),
          verb(LinksVerb.class, LinksVerb::new),
          verb(QueueVerb.class, QueueVerb::new),
          verb(FlowsVerb.class, FlowsVerb::new),
          verb(ConnectionsVerb.class, ConnectionsVerb::new),
          verb(RoutesVerb.class, RoutesVerb::new),
          verb(FiltersVerb.class, FiltersVerb::new),
          verb(MenuVerb.class, MenuVerb::new),
          verb(CountersVerb.class, CountersVerb::new),
          verb(TimeVerb.class, TimeVerb::new),
          verb(PingVerb.class, PingVerb::new),
          verb(PingallVerb.class, PingallVerb::new),
          verb(ThroughputVerb.class, ThroughputVerb::new),
          verb(TracerouteVerb.class, TracerouteVerb::new),
          verb(PathVerb.class, PathVerb::new),
          verb(InjectVerb.class, InjectVerb::new),
          verb(PacketVerb.class, PacketVerb::new),
          verb(LinkVerb.class, LinkVerb::new),
          verb(FilterVerb.class, FilterVerb::new),
          verb(
              ServiceVerb.class,
              context -> new ServiceVerb(),
              verb(ServiceStartVerb.class, ServiceStartVerb::new),
              verb(ServiceStopVerb.class, ServiceStopVerb::new),
              verb(ServiceLoadVerb.class, ServiceLoadVerb::new),
              verb(ServiceUnloadVerb.class, ServiceUnloadVerb::new)),
          verb(TellVerb.class, TellVerb::new),
          verb(WatchVerb.class, WatchVerb::new),
          verb(SourceVerb.class, SourceVerb::new),
          verb(CaptureVerb.class, CaptureVerb::new),
          verb(EventsVerb.class, EventsVerb::new),
          verb(TopVerb.class, TopVerb::new),
          verb(NodeVerb.class, NodeVerb::new),
          verb(TopologyVerb.class, TopologyVerb::new),
          verb(CommandLine.HelpCommand.class, context -> new CommandLine.HelpCommand()));

  private Verbs() {}

  /**
   * One verb.
   *
   * @param make makes it for the line that it is said in
   * @param own the verbs that follow it, such as {@code service start}
   */
  private record Verb<T>(Class<T> type, Function<VerbContext, T> make, List<Verb<?>> own) {
    CommandLine commandLine(VerbContext context) {
      CommandLine line = new CommandLine(make.apply(context));
      own.forEach(verb -> line.addSubcommand(verb.commandLine(context)));
      OptionSpec version = line.getCommandSpec().findOption("--version");
      if (version != null) {
        line.getCommandSpec().remove(version); // verbs have no version of their own
      }
      return line.setUnmatchedOptionsArePositionalParams(ARROWED.contains(name()));
    }

    String name() {
      Command command = type.getAnnotation(Command.class);
      return command == null ? "" : command.name();
    }
  }

  private static <T> Verb<T> verb(Class<T> type, Function<VerbContext, T> make, Verb<?>... own) {
    return new Verb<>(type, make, List.of(own));
  }

  /** Whether a verb is called so, in whatever case. */
  static boolean isVerb(String word) {
    return ALL.stream().anyMatch(verb -> verb.name().equalsIgnoreCase(word));
  }

  /**
   * Puts verbs on a command line. To describe all of them takes longer than to carry most of them
   * out; so the one that is said is enough, unless there is none of its name.
   */
  static void addTo(CommandLine line, VerbContext context, String said) {
    ALL.stream()
        .filter(verb -> !isVerb(said) || isAll(said) || verb.name().equalsIgnoreCase(said))
        .forEach(verb -> line.addSubcommand(verb.commandLine(context)));
  }

  /** Help lists the others. */
  private static boolean isAll(String said) {
    return said.equalsIgnoreCase("help");
  }
}
