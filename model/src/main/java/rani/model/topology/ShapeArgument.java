// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.Location;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.menu.ServiceCatalog;

/**
 * A network without a file, such as {@code linear,3} or {@code tree,2,3,prefix=r}: a shape of the
 * files' {@code generate}, its counts in their order, then its other keys by name.
 *
 * @param option the option and its text, as messages name it
 * @param shape name of the shape
 * @param keys keys of the shape and their texts
 */
public record ShapeArgument(String option, String shape, SequencedMap<String, String> keys) {
  /** Most texts behind the name of a shape; the rest of a longer argument stays in one text. */
  private static final int KEYS_MAX = 16;

  /**
   * Parses the text of an option; the option's name is for messages. Whether counts are numbers and
   * within their limits is checked by {@link #topology}, as in files.
   */
  public static ShapeArgument parse(String option, String text) throws FileError {
    String named = option + " " + Quoted.plain(text, 60);
    Location at = Location.ofFile(named);
    List<String> words = List.of(text.split(",", KEYS_MAX));
    String shape = words.getFirst();
    List<String> counts =
        Generators.counts(shape)
            .orElseThrow(
                () ->
                    new FileError(
                        at,
                        "there is no shape " + Quoted.of(shape),
                        Nearest.hint(shape, Generators.names())));
    SequencedMap<String, String> keys = new LinkedHashMap<>();
    List<String> numbers = new ArrayList<>();
    for (String word : words.subList(1, words.size())) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        keys.put(word.substring(0, equals), word.substring(equals + 1));
      } else {
        numbers.add(word);
      }
    }
    if (numbers.size() > counts.size()) {
      throw new FileError(at, "too many numbers", "it is " + Quoted.of(usage(shape, counts)));
    }
    for (int k = 0; k < numbers.size(); k++) {
      keys.putIfAbsent(counts.get(k), numbers.get(k));
    }
    if (!keys.keySet().containsAll(counts)) {
      throw new FileError(at, "a number is missing", "it is " + Quoted.of(usage(shape, counts)));
    }
    return new ShapeArgument(named, shape, keys);
  }

  /** Returns all shapes with their counts, such as {@code tree,DEPTH,FANOUT}. */
  public static List<String> usages() {
    return Generators.names().stream()
        .map(shape -> usage(shape, Generators.counts(shape).orElseThrow()))
        .toList();
  }

  private static String usage(String shape, List<String> counts) {
    List<String> words = new ArrayList<>(List.of(shape));
    counts.forEach(count -> words.add(count.toUpperCase(Locale.ROOT)));
    return String.join(",", words);
  }

  /**
   * Returns the network, with all installed services.
   *
   * @param edits of the file that the argument stands for
   */
  public Topology topology(List<Edits.Edit> edits) throws FileError {
    Location at = Location.ofFile(option);
    LocatedMap counts = LocatedMap.empty(at);
    List<String> name = new ArrayList<>(List.of(shape));
    for (var each : keys.entrySet()) {
      counts = counts.with(each.getKey(), at, new LocatedScalar(at, each.getValue(), false));
      name.add(each.getValue());
    }
    LocatedMap file =
        LocatedMap.empty(at)
            .with(TopologyFile.KIND_KEY, at, new LocatedScalar(at, String.join("-", name), false))
            .with("generate", at, LocatedMap.empty(at).with(shape, at, counts));
    return TopologyFile.resolve(Edits.apply(file, edits), ServiceCatalog.installed());
  }
}
