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

/** One walk through options, which answers some questions otherwise than usually. */
final class OptionWalk {
  /** Behind the path of an option: whether it is there. */
  private static final String IS_THERE = "?";

  private final Map<String, String> answers;
  private final Set<String> metBefore;
  private final SequencedMap<String, Describer> mappings = new LinkedHashMap<>();
  private final SequencedMap<String, Property> met = new LinkedHashMap<>();
  private final SequencedMap<String, String> chosen = new LinkedHashMap<>();
  private final List<OptionWalk> next = new ArrayList<>();
  private boolean isWhole;

  /**
   * A walk to be gone.
   *
   * @param answers to questions, by the paths of options
   * @param metBefore the options that a walk with all of these answers but the last has met
   */
  OptionWalk(Map<String, String> answers, Set<String> metBefore) {
    this.answers = answers;
    this.metBefore = metBefore;
  }

  /** Goes; values that do not go together end it. */
  void go(Runnable reading) {
    try {
      reading.run();
      isWhole = true;
    } catch (IllegalArgumentException unfit) {
      // has told what it asked for until then
    }
    mappings.forEach(
        (path, keys) ->
            keys.vocabulary().properties().forEach(each -> met.put(path + each.name(), each)));
  }

  /** The keys of a mapping; the path of every one begins with its. */
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

  /** Walks with one answer more, unless its last answer has led to no other question. */
  List<OptionWalk> leadingOn() {
    return met.keySet().equals(metBefore) ? List.of() : next;
  }

  Map<String, String> answers() {
    return answers;
  }

  /** Its answers with another one. */
  Map<String, String> with(String option, String answer) {
    Map<String, String> more = new LinkedHashMap<>(answers);
    more.put(option, answer);
    return more;
  }

  /** What was chosen of the words of options. */
  SequencedMap<String, String> chosen() {
    return chosen;
  }

  /** Whether it found that an option is there, which then needs no usual value. */
  boolean found(String option) {
    return answers.containsKey(option + IS_THERE);
  }

  /** Whether it came to the end, and so met every option that its answers lead to. */
  boolean isWhole() {
    return isWhole;
  }

  /** The options that it met, by path. */
  SequencedMap<String, Property> met() {
    return met;
  }
}
