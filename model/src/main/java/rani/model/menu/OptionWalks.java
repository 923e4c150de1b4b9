// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rani.model.file.Form;
import rani.model.file.Property;
import rani.model.file.Vocabulary;

/**
 * Combined results of all repetitions of one reading of options. Each repetition differs in one
 * answer from an earlier one; the first has only default answers.
 */
record OptionWalks(List<OptionWalk> walks) {
  /** Placeholder for a list of mappings, whose keys are known when all repetitions are combined. */
  static final Form MAPPINGS = new Form.ListOf(Form.of(Vocabulary.of()), 0, 0, false);

  /** Returns the options whose paths begin with a path, which ends with a dot or is empty. */
  Vocabulary vocabulary(String path) {
    SequencedSet<String> names = new LinkedHashSet<>();
    for (OptionWalk walk : walks) {
      for (String met : walk.met.keySet()) {
        if (isIn(path, met)) {
          names.add(met.substring(path.length()));
        }
      }
    }
    return new Vocabulary(
        names.stream().map(name -> property(path, path + name)).toList(), List.of());
  }

  private static boolean isIn(String path, String option) {
    return option.startsWith(path) && option.indexOf('.', path.length()) < 0;
  }

  private Property property(String path, String option) {
    SequencedMap<String, List<OptionWalk>> byMeaning = new LinkedHashMap<>();
    for (OptionWalk walk : walks) {
      Property met = walk.met.get(option);
      if (met != null) {
        byMeaning.computeIfAbsent(met.meaning(), _ -> new ArrayList<>()).add(walk);
      }
    }
    List<Property> meant =
        byMeaning.values().stream().map(those -> meant(path, option, those)).toList();
    boolean isUsual = meant.stream().map(Property::usual).distinct().count() == 1;
    Property first = meant.getFirst();
    Form form = meant.stream().map(Property::form).reduce(Form::or).orElseThrow();
    return new Property(
        first.name(),
        form == MAPPINGS ? new Form.ListOf(Form.of(vocabulary(option + ".")), 0, 0, false) : form,
        meant.stream()
            .map(each -> isUsual ? each.meaning() : withUsual(each))
            .collect(Collectors.joining(" ")),
        isUsual ? first.usual() : "",
        meant.stream().allMatch(Property::isRequired));
  }

  /** Returns the property of repetitions in which an option has one meaning. */
  private Property meant(String path, String option, List<OptionWalk> those) {
    List<Property> met =
        those.stream().flatMap(walk -> Stream.ofNullable(walk.met.get(option))).toList();
    Property first = met.getFirst();
    boolean isSaid = those.stream().allMatch(walk -> walk.found(option));
    return new Property(
        first.name(),
        met.stream().map(Property::form).reduce(Form::or).orElseThrow(),
        words(path, those) + first.meaning(),
        isSaid ? "" : first.usual(),
        !isSaid && first.isRequired());
  }

  /** Returns the words of other options that lead to an option; empty if it is always read. */
  private String words(String path, List<OptionWalk> those) {
    List<OptionWalk> without =
        walks.stream().filter(walk -> walk.isWhole && !those.contains(walk)).toList();
    SequencedSet<String> choices = new LinkedHashSet<>();
    those.forEach(walk -> choices.addAll(walk.chosen.keySet()));
    StringBuilder words = new StringBuilder();
    for (String choice : choices) {
      Set<Map<String, String>> others =
          without.stream().map(walk -> walk.with(choice, "")).collect(Collectors.toSet());
      if (isIn(path, choice)
          && those.stream().anyMatch(walk -> others.contains(walk.with(choice, "")))) {
        words.append(
            those.stream()
                .map(walk -> walk.chosen.getOrDefault(choice, ""))
                .distinct()
                .collect(Collectors.joining(", ", "", ": ")));
      }
    }
    return words.toString();
  }

  private static String withUsual(Property option) {
    String meaning = option.meaning();
    return option.usual().isEmpty()
        ? meaning
        : meaning.substring(0, meaning.length() - 1) + " (" + option.usual() + ").";
  }
}
