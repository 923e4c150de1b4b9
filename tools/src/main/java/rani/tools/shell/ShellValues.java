// SPDX-License-Identifier: Apache-2.0
package rani.tools.shell;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedYaml;
import rani.model.menu.ServiceCatalog;
import rani.model.schema.KeyGuide;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologySchema;
import rani.model.topology.TopologyText;
import rani.nodehost.folder.RunDirectory;
import rani.study.experiment.ExperimentSchema;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.testbed.RunRecord;
import rani.testbed.RunningLab;
import rani.tools.complete.Candidate;
import rani.tools.complete.KeyPaths;
import rani.tools.complete.NextWord;
import rani.tools.complete.NextWord.Place;
import rani.tools.console.Completion;
import rani.tools.console.ConsoleInterpreter;
import rani.tools.console.verb.ConsoleSession;
import rani.tools.dataset.DataSetTopologies;
import rani.tools.file.ExplainCommand;
import rani.tools.option.NamedFile;
import rani.tools.option.Runs;
import rani.tools.screen.Screen;
import rani.tools.screen.TerminalColours;

/** Values of parameters of the shell's commands, by their labels. */
final class ShellValues implements NextWord.Values {
  /** Largest number of names that a folder adds. */
  private static final int NAMES_MAX = 200;

  /** What the shell completes besides. */
  private final SequencedSet<String> fromShell = new LinkedHashSet<>();

  /** Returns the kinds of files that the shell is to complete, as lines for its script. */
  List<String> fromShell() {
    return List.copyOf(fromShell);
  }

  @Override
  public List<Candidate> of(ArgSpec parameter, String label, Place place, String begun) {
    try {
      return switch (label) {
        case "EXPERIMENT" -> shipped(NamedFile.experiments());
        case "TOPOLOGY" -> shipped(NamedFile.topologies());
        case "FILE", "FILE.pub", "OUT", "PATH" -> fromShell(":files");
        case "JAR" -> {
          fromShell.add(":files jar");
          yield fromShell(":files wasm");
        }
        case "FOLDER" -> fromShell(":folders");
        case "DIR", "[NAME=]DIR" -> parameter.isOption() ? fromShell(":folders") : runFolders();
        case "RUN" -> runs(place);
        case "NODE", "N1", "N1 N5 [HOST:PORT]", "N1 N8 [key=value …]" ->
            Candidate.of(network(place).nodeNames());
        case "N5:PORT" -> nodePorts(place);
        case "N7:N8" -> ends(place);
        case "GROUP" -> Candidate.of(network(place).groups().keySet());
        case "SERVICE" -> Candidate.of(services(place).names());
        case "KEY" -> keys(begun);
        case "PATH=VALUE" -> changes(place, begun);
        case "VARIABLE=VALUE" -> variables(place, begun);
        case "VERB" -> console(place, begun);
        default -> List.of();
      };
    } catch (FileError | LabFailure | ParameterException | InvalidPathException e) {
      return List.of(); // there is no such run or file, so nothing is offered
    }
  }

  private ServiceCatalog services(Place place) {
    ServiceCatalog installed = ServiceCatalog.installed();
    try {
      return network(place).catalog(installed);
    } catch (FileError | LabFailure e) {
      return installed; // those of rani are there in any network
    }
  }

  private List<Candidate> fromShell(String kind) {
    fromShell.add(kind);
    return List.of();
  }

  /** Returns the names of shipped files, beside files of the user, which the shell completes. */
  private List<Candidate> shipped(List<String> names) {
    fromShell.add(":files yaml");
    return Candidate.of(names);
  }

  /** Returns the names of folders of runs, the newest first; nothing if there are none. */
  private static SequencedSet<String> namesOfRuns() {
    SequencedSet<String> names = new TreeSet<>(Comparator.reverseOrder());
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(RunDirectory.root())) {
      for (Path folder : folders) {
        if (names.size() < NAMES_MAX) {
          names.add(String.valueOf(folder.getFileName()));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return new TreeSet<>();
    }
    return names;
  }

  private List<Candidate> runFolders() {
    Path root = RunDirectory.root();
    List<Candidate> folders = new ArrayList<>();
    for (String name : namesOfRuns()) {
      folders.add(new Candidate(root.resolve(name).toString(), ""));
    }
    fromShell.add(":folders");
    return folders;
  }

  private List<Candidate> runs(Place place) throws LabFailure {
    List<Candidate> up =
        RunRecord.alive(RunDirectory.root()).stream()
            .map(run -> new Candidate(run.run(), run.topology()))
            .toList();
    boolean alsoEnded = !place.command().getCommandName().equals("down");
    return alsoEnded && up.isEmpty() ? Candidate.of(namesOfRuns()) : up;
  }

  /** Returns what the console offers; a single word in quotes is a line of the console. */
  private static List<Candidate> console(Place place, String begun) throws LabFailure {
    Completion console =
        new Completion(
            new ConsoleInterpreter(
                ConsoleSession.of(RunningLab.of(directory(place)), TerminalColours.NONE)));
    int blank = begun.lastIndexOf(' ') + 1;
    if (!place.positional().isEmpty() || blank == 0) {
      return console.next(place.positional(), begun);
    }
    String line = begun.substring(0, blank);
    return console.next(List.of(line.split(" +")), begun.substring(blank)).stream()
        .map(word -> word.behind(line))
        .toList();
  }

  private static RunDirectory directory(Place place) throws LabFailure {
    return Runs.chosen(place.command().getCommandSpec(), valueOf(place, "--run"));
  }

  /** Returns the value of an option that has been typed; null if it has not. */
  private static @Nullable String valueOf(Place place, String option) {
    List<String> words = place.words();
    int at = words.lastIndexOf(option);
    if (at >= 0 && at + 1 < words.size()) {
      return words.get(at + 1);
    }
    return words.stream()
        .filter(word -> word.startsWith(option + "="))
        .map(word -> word.substring(option.length() + 1))
        .findFirst()
        .orElse(null);
  }

  /** Returns the network that is spoken of: of a file, of a finished run, or one that is up. */
  private static Topology network(Place place) throws LabFailure, FileError {
    String file = valueOf(place, "--topology");
    if (file != null) {
      return TopologyFile.load(NamedFile.topology(Path.of(file), screen(place)));
    }
    if (!place.positional().isEmpty()) {
      Path kept = new RunDirectory(first(place)).topology();
      if (Files.isRegularFile(kept)) {
        return TopologyFile.load(kept);
      }
    }
    return RunningLab.of(directory(place)).topology();
  }

  private static Path first(Place place) {
    return Path.of(place.positional().getFirst());
  }

  private static Screen screen(Place place) {
    return new Screen(place.command().getCommandSpec());
  }

  private static List<Candidate> nodePorts(Place place) throws LabFailure, FileError {
    return network(place).nodes().stream()
        .map(node -> new Candidate(node.name() + ":", ""))
        .toList();
  }

  private static List<Candidate> ends(Place place) throws LabFailure, FileError {
    return network(place).links().stream()
        .flatMap(
            link ->
                Stream.of(
                    link.a().node() + ":" + link.b().node(),
                    link.b().node() + ":" + link.a().node()))
        .distinct()
        .map(end -> new Candidate(end, ""))
        .toList();
  }

  /** Returns keys as {@code rani explain} takes them, up to the next dot. */
  private static List<Candidate> keys(String begun) {
    KeyGuide guide = ExplainCommand.guide();
    int dot = begun.lastIndexOf('.');
    return dot < 0
        ? Candidate.of(guide.names())
        : Candidate.of(guide.below(begun.substring(0, dot))).stream()
            .map(key -> key.behind(begun.substring(0, dot + 1)))
            .toList();
  }

  /** Returns the keys of the file that the command takes, with the names in it. */
  private static List<Candidate> changes(Place place, String begun) throws FileError {
    if (isOfTopology(place)) {
      Optional<LocatedMap> file = Optional.empty();
      if (!place.positional().isEmpty()) {
        file =
            Optional.of(
                TopologyText.tree(
                    TopologyFile.load(NamedFile.topology(first(place), screen(place)))));
      }
      return new KeyPaths(TopologySchema.keys(), file.orElse(null)).next(begun);
    }
    Optional<Sweep> sweep = sweep(place);
    LocatedMap file =
        sweep.isPresent()
                && LocatedYaml.parse("", sweep.get().text()) instanceof LocatedMap resolved
            ? resolved
            : null;
    return new KeyPaths(ExperimentSchema.keys(), file).next(begun);
  }

  private static boolean isOfTopology(Place place) {
    return place.command().getCommandSpec().positionalParameters().stream()
        .anyMatch(parameter -> parameter.paramLabel().equals("TOPOLOGY"));
  }

  private static Optional<Sweep> sweep(Place place) throws FileError {
    return place.positional().isEmpty()
        ? Optional.empty()
        : Optional.of(
            SweepFile.load(
                NamedFile.experiment(first(place), screen(place)),
                List.of(),
                List.of(),
                new DataSetTopologies(screen(place))));
  }

  private static List<Candidate> variables(Place place, String begun) throws FileError {
    List<Candidate> next = new ArrayList<>();
    Optional<Sweep> sweep = sweep(place);
    if (sweep.isPresent()) {
      int equals = begun.indexOf('=');
      sweep
          .get()
          .variables()
          .forEach(
              (name, values) -> {
                if (equals < 0) {
                  next.add(new Candidate(name + "=", String.join(", ", values)));
                } else if (name.equals(begun.substring(0, equals))) {
                  values.forEach(value -> next.add(new Candidate(name + "=" + value, "")));
                }
              });
    }
    return next;
  }
}
