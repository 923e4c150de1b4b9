// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import rani.lab.Testbed;
import rani.tools.screen.Screen;

/**
 * A running network on the bench, and every verb that can be said of it: the console says them one
 * line at a time, {@code rani exec} from the shell. A verb is a class of its own with this one as
 * its parent command.
 */
@Command(
    name = "bench",
    synopsisSubcommandLabel = "VERB",
    subcommands = {
      NodesVerb.class,
      InjectVerb.class,
      PacketVerb.class,
      PathVerb.class,
      CommandLine.HelpCommand.class
    })
public final class Bench {
  @Spec private @Nullable CommandSpec spec;

  private final Testbed testbed;
  private List<String> scope = List.of();
  private boolean json;
  private @Nullable PacketDraft draft;

  /** A bench for one network. */
  public Bench(Testbed testbed) {
    this.testbed = testbed;
  }

  /** The network. */
  Testbed testbed() {
    return testbed;
  }

  /** The nodes that a verb is about: all of them, unless some were named before it. */
  List<String> nodes() {
    return scope.isEmpty() ? testbed.names() : scope;
  }

  /** Whether results are printed as JSON. */
  boolean json() {
    return json;
  }

  /** The packet that is being written; null if there is none. */
  @Nullable PacketDraft draft() {
    return draft;
  }

  /** Begins with another packet. */
  void draft(PacketDraft begun) {
    draft = begun;
  }

  /** Where results go. */
  Screen screen() {
    if (spec == null) {
      throw new IllegalStateException("nothing is said before the command line is made");
    }
    return new Screen(spec);
  }

  /**
   * Says one verb.
   *
   * @param words the verb and what follows it; a node's name before it narrows it to that node
   * @param nodes that it is about; none for all
   * @param asJson whether the result is printed as JSON
   * @return its exit code
   */
  public int say(
      List<String> words, List<String> nodes, boolean asJson, PrintWriter out, PrintWriter err) {
    List<String> verb = new ArrayList<>(words);
    List<String> about = new ArrayList<>(nodes);
    while (verb.size() > 1 && testbed.names().contains(verb.getFirst())) {
      about.add(verb.removeFirst());
    }
    scope = List.copyOf(about);
    json = asJson;
    CommandLine line = new CommandLine(this);
    for (String arrowed : List.of("inject", "packet", "path")) {
      CommandLine sub = line.getSubcommands().get(arrowed);
      if (sub != null) {
        sub.setUnmatchedOptionsArePositionalParams(true); // "->" begins like an option
      }
    }
    return line.setOut(out).setErr(err).execute(verb.toArray(new String[0]));
  }
}
