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
import java.util.Map;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import picocli.CommandLine.Model.ArgSpec;
import rani.ground.TerminalText;
import rani.model.code.NetworkModule;
import rani.model.menu.LocatedOptions;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologySchema;
import rani.service.Verb;
import rani.testbed.Testbed;
import rani.tools.complete.Candidate;
import rani.tools.complete.KeyPaths;
import rani.tools.complete.NextWord;
import rani.tools.complete.NextWord.Place;
import rani.tools.console.verb.LinkParameters;

/**
 * Completes a line of the console, by the labels of its verbs' parameters (NODE, LINK, SERVICE,
 * VERB).
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
  private final NextWord verbs = new NextWord(this::values);

  public Completion(ConsoleInterpreter interpreter) {
    this.interpreter = interpreter;
    this.testbed = interpreter.session().testbed();
  }

  private static List<String> words(String joined) {
    return List.of(joined.split(" "));
  }

  @Override
  public void complete(
      LineReader reader, ParsedLine line, List<org.jline.reader.Candidate> candidates) {
    for (Candidate next : next(line.words().subList(0, line.wordIndex()), line.word())) {
      String word = next.word();
      if (TerminalText.of(word).equals(word)) { // no file name with control characters
        String note = next.note().isEmpty() ? null : next.note();
        boolean whole = !word.endsWith(ENDS_IN_VALUE) && !word.endsWith(FOLDER);
        candidates.add(new org.jline.reader.Candidate(word, word, null, note, null, null, whole));
      }
    }
  }

  /** Returns the candidates for the next word, whose typed beginning is {@code begun}. */
  public List<Candidate> next(List<String> before, String begun) {
    List<String> words = new ArrayList<>(before);
    while (!words.isEmpty()
        && testbed.names().stream().anyMatch(words.getFirst()::equalsIgnoreCase)) {
      words.removeFirst();
    }
    List<Candidate> next = new ArrayList<>(verbs.behind(interpreter.commandLine(), words, begun));
    if (words.isEmpty()) {
      next.addAll(Candidate.of(testbed.names()));
      if (before.isEmpty()) {
        next.add(new Candidate("exit", "Leaves the console"));
      }
    }
    return next;
  }

  /** Returns the values of a verb's parameter. */
  private List<Candidate> values(ArgSpec parameter, String label, Place place, String begun) {
    List<String> plain = place.positional();
    if (label.equals("VERB")) {
      return next(plain, begun);
    }
    if (label.equals("OPTION=VALUE") && !plain.isEmpty()) {
      return optionsOf(plain.getFirst(), begun);
    }
    List<String> next = new ArrayList<>();
    if (parameter.isPositional() && plain.contains("set")) {
      LinkParameters.NAMES.forEach(knob -> next.add(knob + "="));
    } else {
      next.addAll(label.equals("SERVICE-VERB") ? verbsOf(plain.getFirst()) : named(label, begun));
      if (parameter.isPositional() && !plain.isEmpty()) {
        SETTINGS
            .getOrDefault(place.command().getCommandName(), List.of())
            .forEach(key -> next.add(key + "="));
      }
    }
    return Candidate.of(next);
  }

  /** Returns the options of a service, as files have them. */
  private List<Candidate> optionsOf(String service, String begun) {
    NetworkModule module = testbed.topology().modules().get(service);
    if (module != null) {
      return LocatedOptions.vocabulary(module.provider()).properties().stream()
          .map(option -> new Candidate(option.name() + ENDS_IN_VALUE, option.meaning()))
          .toList();
    }
    String path = "nodes.NODE.services." + service + ".";
    return new KeyPaths(TopologySchema.keys(), null)
        .next(path + begun).stream()
            .map(option -> option.as(option.word().substring(path.length())))
            .toList();
  }

  private ServiceCatalog services() {
    return testbed.topology().catalog(ServiceCatalog.installed());
  }

  private List<String> verbsOf(String service) {
    return services().find(service).stream()
        .flatMap(found -> found.verbs().stream())
        .map(Verb::name)
        .toList();
  }

  private List<String> named(String label, String begun) {
    return switch (label) {
      case "FILE" -> files(begun);
      case "NODE", "FLOW" -> testbed.names();
      case "LINK" -> linkWords();
      case "SERVICE" -> List.copyOf(services().names());
      case "COMMAND" -> List.copyOf(interpreter.commandLine().getSubcommands().keySet());
      default -> List.of();
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
