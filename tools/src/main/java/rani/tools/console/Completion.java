// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import static java.util.Map.entry;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import rani.ground.TerminalText;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.TopologyLink;
import rani.service.Verb;
import rani.testbed.Testbed;
import rani.tools.console.verb.LinkParameters;

/**
 * Completes a line of the console. A verb needs no code for it: the labels of its parameters (NODE,
 * LINK, SERVICE, VERB, or alternatives separated by bars) determine the candidates.
 */
public final class Completion implements Completer {
  private static final String ENDS_IN_VALUE = "=";
  private static final String FOLDER = "/";

  /** Largest number of files of a folder that are offered. */
  private static final int FILES_MAX = 200;

  private static final List<String> FIELDS =
      words("service protocol port source-port payload size count gap rate dscp ecn ttl lifetime");

  /** Keys of KEY=VALUE arguments after the nodes of a verb. */
  private static final Map<String, List<String>> SETTINGS =
      Map.ofEntries(
          entry("ping", words("count interval timeout size")),
          entry("throughput", words("duration size packet congestion")),
          entry("inject", FIELDS),
          entry("packet", FIELDS));

  private final ConsoleInterpreter interpreter;
  private final Testbed testbed;

  public Completion(ConsoleInterpreter interpreter) {
    this.interpreter = interpreter;
    this.testbed = interpreter.session().testbed();
  }

  private static List<String> words(String joined) {
    return List.of(joined.split(" "));
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    for (String word : next(line.words().subList(0, line.wordIndex()), line.word())) {
      if (TerminalText.of(word).equals(word)) { // no file name with control characters
        boolean whole = !word.endsWith(ENDS_IN_VALUE) && !word.endsWith(FOLDER);
        candidates.add(new Candidate(word, word, null, null, null, null, whole));
      }
    }
  }

  /** Returns the candidates for the next word, whose typed beginning is {@code begun}. */
  List<String> next(List<String> before, String begun) {
    CommandLine verbs = interpreter.commandLine();
    List<String> words = new ArrayList<>(before);
    while (!words.isEmpty()
        && testbed.names().stream().anyMatch(words.getFirst()::equalsIgnoreCase)) {
      words.removeFirst();
    }
    if (words.isEmpty()) {
      List<String> first = new ArrayList<>(verbs.getSubcommands().keySet());
      first.addAll(testbed.names());
      if (before.isEmpty()) {
        first.add("exit");
      }
      return first;
    }
    CommandLine verb = verbs.getSubcommands().get(words.removeFirst());
    return verb == null ? List.of() : behind(verb, words, begun);
  }

  private List<String> behind(CommandLine verb, List<String> words, String begun) {
    OptionSpec option = words.isEmpty() ? null : verb.getCommandSpec().findOption(words.getLast());
    if (option != null && option.arity().max() > 0) {
      return named(option.paramLabel(), begun);
    }
    if (begun.startsWith("-")) {
      return verb.getCommandSpec().options().stream().map(OptionSpec::longestName).toList();
    }
    List<String> plain = withoutOptions(verb, words);
    if (!verb.getSubcommands().isEmpty()) {
      CommandLine sub = plain.isEmpty() ? null : verb.getSubcommands().get(plain.getFirst());
      return sub == null
          ? List.copyOf(verb.getSubcommands().keySet())
          : behind(sub, words.subList(1, words.size()), begun);
    }
    List<String> next = new ArrayList<>();
    for (PositionalParamSpec parameter : verb.getCommandSpec().positionalParameters()) {
      if (parameter.index().contains(plain.size())) {
        if (parameter.paramLabel().equals("SERVICE-VERB")) {
          return ServiceCatalog.installed().find(plain.getFirst()).stream()
              .flatMap(service -> service.verbs().stream())
              .map(Verb::name)
              .toList();
        }
        if (parameter.paramLabel().equals("VERB")) {
          return next(plain, begun);
        }
        if (parameter.completionCandidates() != null) {
          parameter.completionCandidates().forEach(next::add);
        }
        next.addAll(named(parameter.paramLabel(), begun));
      }
    }
    if (!plain.isEmpty()) {
      SETTINGS.getOrDefault(verb.getCommandName(), List.of()).forEach(key -> next.add(key + "="));
    }
    if (plain.contains("set")) {
      next.clear();
      LinkParameters.NAMES.forEach(knob -> next.add(knob + "="));
    }
    return next;
  }

  private static List<String> withoutOptions(CommandLine verb, List<String> words) {
    List<String> plain = new ArrayList<>();
    boolean isValue = false;
    for (String word : words) {
      OptionSpec option = verb.getCommandSpec().findOption(word);
      if (!isValue && option == null) {
        plain.add(word);
      }
      isValue = !isValue && option != null && option.arity().max() > 0;
    }
    return plain;
  }

  private List<String> named(String label, String begun) {
    return switch (label) {
      case "FILE", "FILE|-" -> files(begun);
      case "NODE", "FLOW" -> testbed.names();
      case "LINK" -> linkWords();
      case "SERVICE" -> List.copyOf(ServiceCatalog.installed().names());
      case "COMMAND" -> List.copyOf(interpreter.commandLine().getSubcommands().keySet());
      default ->
          label.contains("|") && label.equals(label.toLowerCase(Locale.ROOT))
              ? List.of(label.split("\\|"))
              : List.of();
    };
  }

  /** Returns the files of a path's folder; folders end in a slash. */
  private static List<String> files(String begun) {
    String folder = begun.substring(0, begun.lastIndexOf('/') + 1);
    List<String> files = new ArrayList<>();
    try (DirectoryStream<Path> there =
        Files.newDirectoryStream(Path.of(folder.isEmpty() ? "." : folder))) {
      for (Path file : there) {
        if (files.size() < FILES_MAX && !file.getFileName().toString().startsWith(".")) {
          files.add(folder + file.getFileName() + (Files.isDirectory(file) ? FOLDER : ""));
        }
      }
    } catch (IOException | DirectoryIteratorException | InvalidPathException e) {
      return List.of(); // without a folder nothing is offered
    }
    files.sort(Comparator.naturalOrder());
    return files;
  }

  /** Returns all links from either end, and the words that may stand in place of a link. */
  private List<String> linkWords() {
    List<String> words = new ArrayList<>(List.of("add", "remove"));
    for (TopologyLink link : testbed.topology().links()) {
      words.add(link.direction(link.a().node()).replace("->", "-"));
      words.add(link.direction(link.b().node()).replace("->", "-"));
    }
    return words;
  }
}
