// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.model.file.Problem;
import rani.tools.console.verb.ConsoleSession;
import rani.tools.console.verb.Interpreter;
import rani.tools.console.verb.NodeNames;
import rani.tools.console.verb.VerbContext;
import rani.tools.screen.HelpHeadings;
import rani.tools.screen.TerminalColours;

/** Executes lines of a session, each by a picocli command line of its own. */
public final class ConsoleInterpreter implements Interpreter {
  private static final String JSON = "--json";
  private static final int WIDTH = 100;

  private final ConsoleSession session;
  private final NodeNames nodeNames;
  private final TerminalColours ink;

  /** Parent command of all verbs. */
  @Command(
      name = "",
      customSynopsis = {"VERB …", "NODE VERB …     the same, about one node"},
      synopsisHeading = "",
      descriptionHeading = "%n",
      description = {
        "`help VERB` tells more of one, with examples.",
        "Behind a verb, --json prints its result for programs. `exit` leaves the console."
      },
      commandListHeading = "%nVerbs:%n")
  private static final class Root {}

  public ConsoleInterpreter(ConsoleSession session) {
    this.session = session;
    this.nodeNames = new NodeNames(session.testbed());
    this.ink = session.ink();
  }

  ConsoleSession session() {
    return session;
  }

  @Override
  public int execute(
      List<String> words, List<String> nodes, boolean asJson, PrintWriter out, PrintWriter err) {
    List<String> verb = new ArrayList<>(words);
    boolean jsonSaid = verb.size() > 1 && verb.removeIf(JSON::equals);
    CommandLine line = new CommandLine(new Root()).setOut(out).setErr(err);
    try {
      SequencedSet<String> about = scope(line, nodes, verb);
      if (verb.isEmpty()) {
        verb.add(about.isEmpty() ? "help" : "nodes");
      }
      VerbContext context =
          new VerbContext(
              session, this, line.getCommandSpec(), List.copyOf(about), asJson || jsonSaid);
      Verbs.addTo(line, context, verb.getFirst());
      int exitCode = configured(line).setOut(out).setErr(err).execute(verb.toArray(new String[0]));
      return context.isGivenUp() ? ExitCodes.INTERRUPTED : exitCode;
    } catch (ParameterException e) {
      return explain(e);
    }
  }

  /** Removes the names of nodes before the verb; returns them and those named in the shell. */
  private SequencedSet<String> scope(CommandLine line, List<String> named, List<String> verb) {
    SequencedSet<String> about = new LinkedHashSet<>();
    VerbContext context = new VerbContext(session, this, line.getCommandSpec(), List.of(), false);
    named.forEach(node -> about.add(context.node(node)));
    while (!verb.isEmpty() && !Verbs.isVerb(verb.getFirst())) {
      String node = nodeNames.find(verb.getFirst());
      if (node == null) {
        break;
      }
      about.add(node);
      verb.removeFirst();
    }
    return about;
  }

  /** Returns a command line with every verb, for completion. */
  CommandLine commandLine() {
    CommandLine line = new CommandLine(new Root());
    Verbs.addTo(
        line, new VerbContext(session, this, line.getCommandSpec(), List.of(), false), "help");
    return configured(line);
  }

  private CommandLine configured(CommandLine line) {
    HelpHeadings.addTo(line);
    ink.keepInHelp(line);
    return line.registerConverter(Path.class, this::file)
        .setExpandAtFiles(false) // since it would read any file
        .setSubcommandsCaseInsensitive(true)
        .setUsageHelpWidth(WIDTH)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler((error, command, parsed) -> explain(error, command.getErr()))
        .setParameterExceptionHandler((wrong, words) -> explain(wrong));
  }

  private Path file(String name) {
    try {
      return session.files().at(name);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  private int explain(Exception error, PrintWriter err) throws Exception {
    switch (error) {
      case FileError bad -> {
        for (Problem problem : bad.problems()) {
          String hint = problem.hint().isEmpty() ? "" : "; " + problem.hint();
          err.println(ink.red("rani: ") + problem.message() + hint);
        }
        return ExitCodes.BAD_INPUT;
      }
      case LabFailure _ when Thread.currentThread().isInterrupted() -> {
        return ExitCodes.INTERRUPTED; // Ctrl-C is no failure of the nodes
      }
      case LabFailure failure -> {
        err.println(ink.red("rani: ") + failure.getMessage());
        return failure.isOfInput() ? ExitCodes.BAD_INPUT : ExitCodes.NOT_CARRIED_OUT;
      }
      case InterruptedException interrupted -> {
        Thread.currentThread().interrupt();
        return ExitCodes.INTERRUPTED;
      }
      default -> throw error;
    }
  }

  /** Returns the full name of a verb, such as {@code service start}. */
  private static String nameWithin(CommandLine verb) {
    CommandLine parent = verb.getParent();
    boolean isFirst = parent == null || parent.getParent() == null;
    return (isFirst ? "" : nameWithin(parent) + " ") + verb.getCommandName();
  }

  private int explain(ParameterException wrong) {
    CommandLine line = wrong.getCommandLine();
    PrintWriter err = line.getErr();
    boolean isRoot = line.getParent() == null;
    if (isRoot && wrong instanceof UnmatchedArgumentException unmatched) {
      String verb = unmatched.getUnmatched().getFirst();
      List<String> known = new ArrayList<>(line.getSubcommands().keySet());
      known.addAll(session.testbed().names());
      String hint =
          Nearest.to(verb, known)
              .map(near -> "did you mean `" + near + "`?")
              .orElse("`help` lists the verbs");
      err.println(ink.red("rani: ") + "no verb or node is called `" + verb + "`; " + hint);
    } else {
      err.println(ink.red("rani: ") + wrong.getMessage());
      if (!isRoot) {
        err.println("`help " + nameWithin(line) + "` shows how it is said");
      }
    }
    err.flush();
    return ExitCodes.BAD_INPUT;
  }
}
