// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.NamedFiles;
import rani.model.file.Nearest;
import rani.model.file.Problem;
import rani.node.Command.Subject;
import rani.testbed.RunningLab;
import rani.testbed.Testbed;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.Ink;
import rani.tools.screen.Screen;
import rani.tools.screen.Table;
import rani.wire.Address;
import rani.world.Reply;

/**
 * A running network on the bench, and every verb that can be said of it: the console says them one
 * line at a time, {@code rani exec} from the shell. A verb is a class of its own with this one as
 * its parent command.
 */
@Command(
    name = "",
    customSynopsis = {"VERB …", "NODE VERB …     the same, about one node"},
    synopsisHeading = "",
    descriptionHeading = "%n",
    description = {
      "`help VERB` tells more of one, with examples.",
      "Behind a verb, --json prints its result for programs. `exit` leaves the console."
    },
    commandListHeading = "%nVerbs:%n",
    subcommands = {
      NodesVerb.class,
      LinksVerb.class,
      QueueVerb.class,
      FlowsVerb.class,
      ConnectionsVerb.class,
      RoutesVerb.class,
      FiltersVerb.class,
      MenuVerb.class,
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
      CommandLine.HelpCommand.class
    })
public final class Bench {
  private static final String JSON = "--json";
  private static final int WIDTH = 100;

  /** Verbs with an arrow among their words, which begins like an option. */
  private static final List<String> ARROWED = List.of("inject", "packet", "path");

  @Spec private @Nullable CommandSpec spec;

  private final Testbed testbed;
  private final Ink ink;
  private final Passing passing;
  private final NamedFiles files;
  private @Nullable Consumer<String> redraw;
  private List<String> scope = List.of();
  private boolean json;
  private @Nullable PacketDraft draft;
  private int sourcesOpen;
  private boolean givenUp;

  /** Lets time pass, which in virtual time someone must do. */
  @FunctionalInterface
  public interface Passing {
    /** Returns when so much time has gone by in the network. */
    void pass(Duration time) throws LabFailure, InterruptedException;
  }

  /** A bench for one network that runs by itself, without colours. */
  public Bench(Testbed testbed) {
    this(testbed, Ink.NONE);
  }

  /**
   * A bench for one network that runs by itself, for someone who is not at the terminal.
   *
   * @param files that verbs may name
   */
  Bench(Testbed testbed, NamedFiles files) {
    this(testbed, Ink.NONE, new WallTime(), files);
  }

  /** A bench for one network that runs by itself. */
  public Bench(Testbed testbed, Ink ink) {
    this(testbed, ink, new WallTime());
  }

  /**
   * A bench for one network.
   *
   * @param ink for what is printed
   * @param passing how time passes there
   */
  public Bench(Testbed testbed, Ink ink, Passing passing) {
    this(testbed, ink, passing, NamedFiles.ANY);
  }

  private Bench(Testbed testbed, Ink ink, Passing passing, NamedFiles files) {
    this.files = files;
    this.testbed = testbed;
    this.ink = ink;
    this.passing = passing;
  }

  /** Has what is watched drawn over what was drawn before, instead of below it. */
  public void drawBy(Consumer<String> redraw) {
    this.redraw = redraw;
  }

  /** The network. */
  Testbed testbed() {
    return testbed;
  }

  /** What a verb says that was given up by Ctrl-C: the line ends with exit code 130. */
  void giveUp() {
    givenUp = true;
  }

  /** Whether the line was given up. */
  boolean isGivenUp() {
    return givenUp;
  }

  /** How time passes in the network. */
  Passing passing() {
    return passing;
  }

  /** The files that verbs may read and write; a verb takes those of type {@link Path} by them. */
  NamedFiles files() {
    return files;
  }

  /** Colours, or none. */
  Ink ink() {
    return ink;
  }

  /** Whether someone sits at a terminal, who can say Ctrl-C. */
  boolean isAtTerminal() {
    return redraw != null && sourcesOpen == 0;
  }

  /** Draws over what was drawn before; null where that cannot be. */
  @Nullable Consumer<String> redraw() {
    return redraw;
  }

  /** The nodes that a verb is about: all of them, unless some were named before it. */
  List<String> nodes() {
    return scope.isEmpty() ? testbed.names() : scope;
  }

  /** The nodes named behind a verb, or, if there are none, {@link #nodes()}. */
  List<String> nodes(List<String> named) {
    return named.isEmpty() ? nodes() : named.stream().map(this::node).toList();
  }

  /** The nodes that were named before the verb; none if there was none. */
  List<String> named() {
    return scope;
  }

  /**
   * The one node that was named before the verb.
   *
   * @throws ParameterException if there was none, or more than one
   */
  String onlyNode(String verb) {
    if (scope.size() != 1) {
      throw noNode(verb);
    }
    return scope.getFirst();
  }

  /** What a verb throws that needs a node's name before it. */
  ParameterException noNode(String verb) {
    return wrong("at which node? Write its name before the verb, as in `n1 " + verb + "`");
  }

  /**
   * The node of that name, whether its letters are large or small, or of that virtual address.
   *
   * @throws ParameterException with the nearest name if there is none
   */
  String node(String name) {
    String found = find(name);
    if (found == null) {
      throw wrong("no node is called `" + name + "`; " + Nearest.hint(name, testbed.names()));
    }
    return found;
  }

  private @Nullable String find(String name) {
    String alike = null;
    for (String node : testbed.names()) {
      if (node.equals(name)) {
        return node;
      }
      if (node.equalsIgnoreCase(name)) {
        alike = alike == null ? node : ""; // two that differ in this alone: neither is meant
      }
    }
    return alike == null ? namesByAddress().get(name) : alike.isEmpty() ? null : alike;
  }

  /** What a verb throws that was said wrongly: exit code 2. */
  ParameterException wrong(String message) {
    return new ParameterException(spec().commandLine(), message);
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("nothing is said before the command line is made");
    }
    return spec;
  }

  /** The names of the nodes by their virtual addresses, as text. */
  SequencedMap<String, String> namesByAddress() {
    SequencedMap<String, String> names = new LinkedHashMap<>();
    testbed
        .topology()
        .nodes()
        .forEach(node -> names.put(Address.text(node.virtualAddress()), node.name()));
    return names;
  }

  /**
   * The links of a node by the names that it gives them, {@code link-0}: as {@code n1->n2}, with
   * {@code #2} for a second one between the two.
   */
  SequencedMap<String, String> linkNames(String node) throws LabFailure {
    return linkNames(node, testbed.show(node, Subject.LINKS));
  }

  /**
   * The same.
   *
   * @param links as the node shows them
   */
  SequencedMap<String, String> linkNames(String node, SequencedMap<String, Object> links) {
    SequencedMap<String, String> names = new LinkedHashMap<>();
    SequencedMap<String, String> nodes = namesByAddress();
    SequencedMap<String, Integer> seen = new LinkedHashMap<>();
    links.forEach(
        (link, facts) -> {
          String address = String.valueOf(Facts.of(facts).get("neighbour"));
          String neighbour = nodes.getOrDefault(address, address);
          int ordinal = seen.merge(neighbour, 1, Integer::sum);
          names.put(link, node + "->" + neighbour + (ordinal == 1 ? "" : "#" + ordinal));
        });
    return names;
  }

  /** What several nodes show; those that do not answer are among the failures. */
  Answers ask(List<String> nodes, Subject subject) {
    return ask(nodes, node -> testbed.show(node, subject));
  }

  /** The same, of any question. */
  Answers ask(List<String> nodes, Answers.Question question) {
    Answers answers = new Answers();
    for (String node : nodes) {
      try {
        answers.facts().put(node, question.ask(node));
      } catch (LabFailure e) {
        answers.failures().put(node, String.valueOf(e.getMessage()));
      }
    }
    return answers;
  }

  /** Has an entry of a schedule carried out now, and collects what its nodes answer. */
  Answers operate(SequencedMap<String, Object> entry) throws LabFailure, FileError {
    return operate(RunningLab.json(entry));
  }

  /** The same, as text. */
  Answers operate(String entry) throws LabFailure, FileError {
    Answers answers = new Answers();
    SequencedMap<String, Reply> replies = testbed.operate(entry);
    replies.forEach(answers::add);
    return answers;
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

  /**
   * Prints answers: as JSON, or as a table; and those who failed to standard error.
   *
   * @return the verb's exit code
   */
  int print(Answers answers, Table table) {
    if (json) {
      screen().printWhole(RunningLab.json(answers.all()) + "\n");
      return answers.exitCode();
    }
    if (!table.isEmpty()) {
      screen().printWhole(table.text(ink));
    }
    return tellFailures(answers);
  }

  /**
   * Prints a line, or answers as JSON; and those who failed to standard error.
   *
   * @return the verb's exit code
   */
  int print(Answers answers, String line) {
    if (json) {
      screen().printWhole(RunningLab.json(answers.all()) + "\n");
      return answers.exitCode();
    }
    if (!answers.facts().isEmpty() && !line.isEmpty()) {
      screen().print("%s", line);
    }
    return tellFailures(answers);
  }

  private int tellFailures(Answers answers) {
    if (Thread.currentThread().isInterrupted()) {
      return ExitCodes.INTERRUPTED; // Ctrl-C is no fault of the nodes
    }
    answers.failures().forEach((node, why) -> screen().progress(node + ": " + why));
    return answers.exitCode();
  }

  /** Where results go. */
  Screen screen() {
    return new Screen(spec());
  }

  /** The command line of this bench, with every verb. */
  public CommandLine commandLine() {
    CommandLine line = new CommandLine(this);
    line.getSubcommands().values().forEach(Bench::withoutVersion);
    ARROWED.forEach(
        verb -> {
          CommandLine arrowed = line.getSubcommands().get(verb);
          if (arrowed != null) {
            arrowed.setUnmatchedOptionsArePositionalParams(true);
          }
        });
    ink.keepInHelp(line);
    return line.registerConverter(Path.class, this::file)
        .setExpandAtFiles(false) // which would read any file
        .setSubcommandsCaseInsensitive(true)
        .setUsageHelpWidth(WIDTH)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler((error, command, parsed) -> explain(error, command.getErr()))
        .setParameterExceptionHandler((wrong, words) -> explain(wrong));
  }

  private Path file(String name) {
    try {
      return files.at(name);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  /** Verbs have no version of their own. */
  private static void withoutVersion(CommandLine verb) {
    OptionSpec version = verb.getCommandSpec().findOption("--version");
    if (version != null) {
      verb.getCommandSpec().remove(version);
    }
    verb.getSubcommands().values().forEach(Bench::withoutVersion);
  }

  /**
   * Says one verb.
   *
   * @param words the verb and what follows it; a node's name before it narrows it to that node
   * @param nodes that it is about; none for all
   * @param asJson whether the result is printed as JSON; {@code --json} among the words asks for
   *     that, too
   * @return its exit code
   */
  public int say(
      List<String> words, List<String> nodes, boolean asJson, PrintWriter out, PrintWriter err) {
    List<String> verb = new ArrayList<>(words);
    boolean jsonSaid = verb.size() > 1 && verb.removeIf(JSON::equals);
    givenUp = false;
    SequencedSet<String> about = new LinkedHashSet<>();
    List<String> scopeBefore = scope;
    boolean jsonBefore = json;
    CommandSpec specBefore = spec;
    CommandLine line = commandLine().setOut(out).setErr(err);
    try {
      nodes.forEach(node -> about.add(node(node)));
      String node = verb.isEmpty() ? null : find(verb.getFirst());
      while (node != null && !line.getSubcommands().containsKey(verb.getFirst())) {
        about.add(node);
        verb.removeFirst();
        node = verb.isEmpty() ? null : find(verb.getFirst());
      }
      if (verb.isEmpty()) {
        verb.add(about.isEmpty() ? "help" : "nodes");
      }
      scope = List.copyOf(about);
      json = asJson || jsonSaid;
      int exitCode = line.execute(verb.toArray(new String[0]));
      return givenUp ? ExitCodes.INTERRUPTED : exitCode;
    } catch (ParameterException e) {
      return explain(e);
    } finally {
      scope = scopeBefore;
      json = jsonBefore;
      spec = specBefore;
    }
  }

  /** Says a verb about the nodes that this one is about, and leaves the rest to it. */
  int sayWithin(List<String> words, PrintWriter out, PrintWriter err) {
    return say(words, scope, json, out, err);
  }

  /** How deep files have other files said. */
  int sourcesOpen(int change) {
    sourcesOpen += change;
    return sourcesOpen;
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
        return ExitCodes.INTERRUPTED; // Ctrl-C is no fault of the nodes
      }
      case LabFailure failure -> {
        err.println(ink.red("rani: ") + failure.getMessage());
        return ExitCodes.NOT_CARRIED_OUT;
      }
      case InterruptedException interrupted -> {
        Thread.currentThread().interrupt();
        return ExitCodes.INTERRUPTED;
      }
      default -> throw error;
    }
  }

  /** A verb as it is said at this bench, such as {@code service start}. */
  private static String nameWithin(CommandLine verb) {
    CommandLine parent = verb.getParent();
    boolean isFirst = parent == null || parent.getParent() == null;
    return (isFirst ? "" : nameWithin(parent) + " ") + verb.getCommandName();
  }

  private int explain(ParameterException wrong) {
    CommandLine line = wrong.getCommandLine();
    PrintWriter err = line.getErr();
    if (line.getCommand() == this && wrong instanceof UnmatchedArgumentException unmatched) {
      String verb = unmatched.getUnmatched().getFirst();
      List<String> known = new ArrayList<>(line.getSubcommands().keySet());
      known.addAll(testbed.names());
      String hint =
          Nearest.to(verb, known)
              .map(near -> "did you mean `" + near + "`?")
              .orElse("`help` lists the verbs");
      err.println(ink.red("rani: ") + "no verb or node is called `" + verb + "`; " + hint);
    } else {
      err.println(ink.red("rani: ") + wrong.getMessage());
      if (line.getCommand() != this) {
        err.println("`help " + nameWithin(line) + "` shows how it is said");
      }
    }
    err.flush();
    return ExitCodes.BAD_INPUT;
  }
}
