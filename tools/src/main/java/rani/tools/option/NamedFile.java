// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.file.LocatedYaml;
import rani.model.file.Location;
import rani.model.file.Nearest;
import rani.testbed.host.Distribution;
import rani.tools.dataset.DataSet;
import rani.tools.dataset.DataSetTopologies;
import rani.tools.screen.Screen;

/**
 * Finds the file that a command names: {@code -} is standard input; a path is that file; a name
 * such as {@code ring-6} is {@code ring-6.yaml} here, or else a shipped file, below {@code config/}
 * of the current folder or of the distribution. {@code config/topologies/ring-6.yaml}, as documents
 * have it, is that shipped file where the current folder has none.
 */
public final class NamedFile {
  /** Descriptions of parameters that take such names. */
  public static final String AN_EXPERIMENT =
      "An experiment file, the name of a shipped one, or - for standard input.";

  public static final String A_TOPOLOGY =
      "A topology file, the name of a shipped one, - for standard input, or a network of an"
          + " installed data set, such as zoo:Abilene.";

  public static final String EITHER =
      "A topology or experiment file, the name of a shipped one, - for standard input, or a network"
          + " of an installed data set, such as zoo:Abilene.";

  private static final String STANDARD_INPUT = "-";
  private static final String SUFFIX = ".yaml";
  private static final Path CONFIG = Path.of("config");

  /** Most folders below {@code config/experiments} whose files are offered by name. */
  private static final int DEPTH_MAX = 2;

  /** Kind of file that a command takes; its name is that of a folder of {@code config/}. */
  private enum Kind {
    EXPERIMENTS("an experiment, which `rani run` runs"),
    SCENARIOS("an experiment, which `rani run` runs"),
    TOPOLOGIES("a topology, which `rani up` starts");

    private final String otherwise;

    Kind(String otherwise) {
      this.otherwise = otherwise;
    }

    Path folder() {
      return Path.of(name().toLowerCase(Locale.ROOT));
    }
  }

  private NamedFile() {}

  /** Returns the experiment file that a command names. */
  public static Path experiment(Path named, Screen screen) throws FileError {
    return find(named, screen, Kind.EXPERIMENTS, Kind.SCENARIOS);
  }

  /** Returns the topology file that a command names. */
  public static Path topology(Path named, Screen screen) throws FileError {
    return find(named, screen, Kind.TOPOLOGIES);
  }

  /** Returns the file of either kind that a command names; of equal names the experiment. */
  public static Path any(Path named, Screen screen) throws FileError {
    return find(named, screen, Kind.values());
  }

  /** Returns the names of shipped experiments, without folder and suffix, in order. */
  public static List<String> experiments() {
    return Stream.of(Kind.EXPERIMENTS, Kind.SCENARIOS)
        .flatMap(kind -> names(kind).stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns the names of shipped topologies, without folder and suffix, in order. */
  public static List<String> topologies() {
    return names(Kind.TOPOLOGIES);
  }

  /** Returns a file of another kind that a command names, which may be standard input. */
  public static Path given(Path named) {
    return named.toString().equals(STANDARD_INPUT) ? InputFile.STANDARD_INPUT : named;
  }

  private static Path find(Path named, Screen screen, Kind... kinds) throws FileError {
    if (named.toString().equals(STANDARD_INPUT)) {
      return InputFile.STANDARD_INPUT;
    }
    if (Files.exists(named)) {
      return named;
    }
    if (DataSet.entry(named.toString()).isPresent()) {
      if (!Arrays.asList(kinds).contains(Kind.TOPOLOGIES)) {
        throw new FileError(
            Location.ofFile(named.toString()),
            "this is " + Kind.TOPOLOGIES.otherwise,
            "an experiment has it as its `topology: " + named + "`");
      }
      return imported(named, screen);
    }
    String name = String.valueOf(named.getFileName());
    Path yaml = named.resolveSibling(name.endsWith(SUFFIX) ? name : name + SUFFIX);
    List<Path> places = new ArrayList<>(List.of(yaml));
    if (isShippedName(named)) {
      if (named.startsWith(CONFIG)) {
        configs().forEach(config -> places.add(config.resolveSibling(yaml)));
      }
      for (Kind kind : kinds) {
        configs().forEach(config -> places.add(config.resolve(kind.folder()).resolve(yaml)));
      }
    }
    for (Path place : places) {
      if (Files.isRegularFile(place)) {
        screen.progress(named + " is " + place);
        return place;
      }
    }
    String hint = hint(named, yaml, kinds);
    if (hint.isEmpty()) {
      return named; // its reader knows what stands beside it
    }
    throw new FileError(Location.ofFile(named.toString()), "no such file", hint);
  }

  /** Makes a topology of a network of a data set, and gives it to the name. */
  private static Path imported(Path named, Screen screen) throws FileError {
    String text = new DataSetTopologies(screen).find(named.toString()).orElseThrow();
    InputFile.give(named, text.getBytes(StandardCharsets.UTF_8));
    return named;
  }

  /** Suggests a file of the other kind, or the nearest shipped one if nothing here is near. */
  private static String hint(Path named, Path yaml, Kind... kinds) {
    if (!isShippedName(named)) {
      return "";
    }
    for (Kind other : Kind.values()) {
      for (Path config : configs()) {
        Path place = config.resolve(other.folder()).resolve(yaml);
        if (Files.isRegularFile(place)) {
          return "`" + place + "` is " + other.otherwise;
        }
      }
    }
    String name = yaml.toString().substring(0, yaml.toString().length() - SUFFIX.length());
    List<String> known = Arrays.stream(kinds).flatMap(kind -> names(kind).stream()).toList();
    return LocatedYaml.nearestFile(named).isEmpty()
        ? Nearest.to(name, known).map(near -> "did you mean `" + near + "`?").orElse("")
        : "";
  }

  /** Reports whether a path can be the name of a shipped file: it leads neither up nor out. */
  private static boolean isShippedName(Path named) {
    return !named.isAbsolute() && named.equals(named.normalize()) && !named.startsWith("..");
  }

  private static List<Path> configs() {
    Optional<Path> shipped = Distribution.folder().map(dist -> dist.resolve(CONFIG));
    return Stream.concat(Stream.of(CONFIG), shipped.stream()).filter(Files::isDirectory).toList();
  }

  private static List<String> names(Kind kind) {
    return configs().stream()
        .map(config -> config.resolve(kind.folder()))
        .flatMap(folder -> names(folder).stream())
        .distinct()
        .sorted()
        .toList();
  }

  private static List<String> names(Path folder) {
    try (Stream<Path> files = Files.walk(folder, DEPTH_MAX)) {
      return files
          .filter(file -> file.toString().endsWith(SUFFIX))
          .map(file -> folder.relativize(file).toString())
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // it is no longer there, or may not be read
    }
  }
}
