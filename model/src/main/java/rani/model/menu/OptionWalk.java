// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import rani.model.file.Describer;
import rani.model.file.Property;

/** One repetition of a service's reading of options, with alternative answers to some questions. */
final class OptionWalk {
  /** Suffix of an option's path for the question whether the option is present. */
  private static final String IS_THERE = "?";

  final Map<String, String> answers;
  private final Set<String> metBefore;
  private final SequencedMap<String, Describer> mappings = new LinkedHashMap<>();

  /** Options that were read, by path. */
  final SequencedMap<String, Property> met = new LinkedHashMap<>();

  /** The chosen word of each option that takes one of several words. */
  final SequencedMap<String, String> chosen = new LinkedHashMap<>();

  private final List<OptionWalk> next = new ArrayList<>();

  /** Whether the reading completed, so that it read every option it could. */
  boolean isWhole;

  /**
   * Prepares a repetition.
   *
   * @param answers alternative answers by the paths of options
   * @param metBefore options that the repetition without the last answer has read
   */
  OptionWalk(Map<String, String> answers, Set<String> metBefore) {
    this.answers = answers;
    this.metBefore = metBefore;
  }

  /** Runs the reading. Values that contradict each other end it early. */
  void go(Runnable reading) {
    try {
      reading.run();
      isWhole = true;
    } catch (IllegalArgumentException unfit) {
      // the options read so far are recorded
    }
    mappings.forEach(
        (path, keys) ->
            keys.vocabulary().properties().forEach(each -> met.put(path + each.name(), each)));
  }

  /** Starts recording a mapping; its path is a prefix of the paths of its keys. */
  Describer mapping(String path) {
    Describer keys = new Describer();
    mappings.put(path, keys);
    return keys;
  }

  boolean isThere(String option) {
    if (!found(option)) {
      next.add(new OptionWalk(with(option + IS_THERE, ""), met.keySet()));
    }
    return found(option);
  }

  String choose(String option, String usual, List<String> words) {
    for (String word : words) {
      if (!word.equals(usual)) {
        next.add(new OptionWalk(with(option, word), met.keySet()));
      }
    }
    String word = answers.getOrDefault(option, usual);
    chosen.put(option, word);
    return word;
  }

  /** Returns repetitions with one more answer, if the last answer led to new options. */
  List<OptionWalk> leadingOn() {
    return met.keySet().equals(metBefore) ? List.of() : next;
  }

  Map<String, String> with(String option, String answer) {
    Map<String, String> more = new LinkedHashMap<>(answers);
    more.put(option, answer);
    return more;
  }

  /** Returns whether an option is assumed to be present, so that it needs no default. */
  boolean found(String option) {
    return answers.containsKey(option + IS_THERE);
  }
}
