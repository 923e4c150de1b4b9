// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.model.choice.Choice;
import rani.model.choice.ChoiceReader;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.LocatedYaml;
import rani.model.file.Problems;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.TopologyFile;
import rani.parts.SlowTest;
import rani.report.Sensitivity;

/** What the shipped files say they chose can be tried, and what was tried is of these files. */
@SlowTest
class ShippedChoicesTest {
  private static final Pattern CHOICE = Pattern.compile("# choice\\b");
  private static final Path EXPERIMENTS = ShippedFilesTest.CONFIG.resolve("experiments");

  static List<Path> files() throws Exception {
    return ShippedFilesTest.files();
  }

  /** A key of a file, with its path as pieces. */
  private record Key(int line, List<String> path) {}

  @ParameterizedTest
  @MethodSource("files")
  void every_comment_that_says_choice_has_an_entry(Path file) throws Exception {
    LocatedMap root = LocatedYaml.load(file);
    List<Key> keys = new ArrayList<>();
    collect(root, List.of(), keys);
    Problems problems = new Problems();
    List<Choice> choices =
        List.copyOf(new ChoiceReader(problems).read(root, List.of()).sequencedValues());
    problems.throwIfAny();
    List<String> missing = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    for (int k = 0; k < lines.size(); k++) {
      if (CHOICE.matcher(lines.get(k)).find()) {
        int line = k + 1;
        boolean alone = lines.get(k).strip().startsWith("#");
        List<Key> meant = keysOf(keys, line, alone);
        if (meant.stream().noneMatch(key -> isNamed(root, choices, key.path()))) {
          missing.add(line + ": " + lines.get(k).strip() + " " + meant);
        }
      }
    }
    assertEquals(List.of(), missing, "give each an entry under `choices:` in " + file);
  }

  /** The keys on the comment's line; of a comment that stands alone those of the next. */
  private static List<Key> keysOf(List<Key> keys, int line, boolean alone) {
    int at =
        keys.stream()
            .mapToInt(Key::line)
            .filter(one -> alone ? one > line : one >= line)
            .min()
            .orElse(0);
    return keys.stream().filter(key -> key.line() == at).toList();
  }

  private static void collect(LocatedValue value, List<String> path, List<Key> keys) {
    switch (value) {
      case LocatedMap map ->
          map.entries()
              .forEach(
                  (key, entry) -> {
                    List<String> deeper = below(path, key);
                    keys.add(new Key(entry.keyAt().line(), deeper));
                    collect(entry.value(), deeper, keys);
                  });
      case LocatedList list -> {
        for (int k = 0; k < list.values().size(); k++) {
          collect(list.values().get(k), below(path, Integer.toString(k)), keys);
        }
      }
      case LocatedScalar _ -> {}
    }
  }

  private static List<String> below(List<String> path, String piece) {
    List<String> deeper = new ArrayList<>(path);
    deeper.add(piece);
    return deeper;
  }

  /** Whether an entry is about the key, something within it, or replaces what it stands in. */
  private static boolean isNamed(LocatedMap root, List<Choice> choices, List<String> key) {
    for (Choice choice : choices) {
      if (choice.alternatives().isEmpty() && isWithin(byPosition(root, choice.path()), key)) {
        return true;
      }
      for (Choice.Alternative alternative : choice.alternatives()) {
        for (Edits.Edit edit : alternative.edits()) {
          List<String> path = byPosition(root, edit.path());
          if (isWithin(path, key) || (isWithin(key, path) && differs(root, edit, key, path))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean isWithin(List<String> path, List<String> outer) {
    return path.size() >= outer.size() && path.subList(0, outer.size()).equals(outer);
  }

  private static boolean differs(
      LocatedMap root, Edits.Edit edit, List<String> key, List<String> path) {
    LocatedValue value = edit.value();
    LocatedValue before = at(root, key);
    LocatedValue after = value == null ? null : at(value, key.subList(path.size(), key.size()));
    return before != null && !before.equals(after);
  }

  private static @Nullable LocatedValue at(LocatedValue value, List<String> path) {
    @Nullable LocatedValue inside = value;
    for (String piece : path) {
      inside =
          switch (inside) {
            case LocatedMap map -> map.get(piece).orElse(null);
            case LocatedList list when Edits.position(list, piece) >= 0 ->
                list.values().get(Edits.position(list, piece));
            case null, default -> null;
          };
    }
    return inside;
  }

  /** Members of lists by their positions, however the path names them. */
  private static List<String> byPosition(LocatedMap root, List<String> path) {
    List<String> pieces = new ArrayList<>();
    LocatedValue inside = root;
    for (String piece : path) {
      String known =
          inside instanceof LocatedList list && Edits.position(list, piece) >= 0
              ? Integer.toString(Edits.position(list, piece))
              : piece;
      inside = inside == null ? null : at(inside, List.of(known));
      pieces.add(known);
    }
    return pieces;
  }

  @ParameterizedTest
  @MethodSource("files")
  void every_alternative_makes_a_good_file_and_another_one(Path file) throws Exception {
    if (LocatedYaml.load(file).get("experiment").isPresent()) {
      TriedChoices.check(file, NamedTopologies.NONE);
    } else {
      TopologyFile.checkChoices(file);
    }
  }

  /** What the file offers may be run, a value by which another choice no longer fits included. */
  @ParameterizedTest
  @MethodSource("files")
  void every_alternative_can_be_set(Path file) throws Exception {
    LocatedMap written = LocatedYaml.load(file);
    Problems problems = new Problems();
    List<Choice> own =
        List.copyOf(new ChoiceReader(problems).read(written, List.of()).sequencedValues());
    boolean isExperiment = written.get("experiment").isPresent();
    List<String> refused = new ArrayList<>();
    for (Choice choice : own) {
      for (Choice.Alternative alternative : choice.alternatives()) {
        try {
          if (isExperiment) {
            load(file, written, alternative.edits());
          } else {
            loadTopology(file, alternative.edits());
          }
        } catch (FileError e) {
          refused.add(choice.label(alternative) + ": " + e.getMessage());
        }
      }
    }
    problems.throwIfAny();
    assertEquals(List.of(), refused);
  }

  private static void load(Path file, LocatedMap written, List<Edits.Edit> edits) throws FileError {
    SweepFile.load(
        file, written, edits, List.of(), ServiceCatalog.installed(), NamedTopologies.NONE);
  }

  /** What a user can say there: what takes something away is said in files alone. */
  private static void loadTopology(Path file, List<Edits.Edit> edits) throws FileError {
    List<String> sets = new ArrayList<>();
    for (Edits.Edit edit : edits) {
      LocatedValue value = edit.value();
      if (!(value instanceof LocatedScalar scalar)) {
        return;
      }
      sets.add(String.join(".", edit.path()) + "=" + scalar.text());
    }
    TopologyFile.load(file, sets);
  }

  @Test
  void what_is_recorded_is_of_the_files_as_they_are() throws Exception {
    List<String> stale = new ArrayList<>();
    Path recorded = EXPERIMENTS.resolve(Tried.FOLDER);
    if (!Files.isDirectory(recorded)) {
      return;
    }
    try (Stream<Path> files = Files.list(recorded)) {
      for (Path file : files.sorted().toList()) {
        Sensitivity known = Sensitivity.read(file);
        Path experiment = EXPERIMENTS.resolve(known.experiment() + ".yaml");
        assertTrue(Files.exists(experiment), file + " is of no experiment");
        String now = SweepFile.load(experiment, List.of(), List.of()).fileDigest().orElseThrow();
        if (!now.equals(known.digest())) {
          stale.add("rani sensitivity " + experiment.normalize() + " --record");
        }
      }
    }
    assertEquals(List.of(), stale, "these files have changed since; what makes it again is named");
  }
}
