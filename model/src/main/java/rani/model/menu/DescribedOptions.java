// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Consumer;
import rani.model.file.Describer;
import rani.model.file.Form;
import rani.model.file.Property;
import rani.model.file.Vocabulary;
import rani.service.OptionReader;

/**
 * Collects the options that a reading asks for. These may depend on the values of other options, or
 * on their presence: so the reading is repeated with every alternative that may lead to more
 * options.
 */
public final class DescribedOptions extends KeyOptions {
  private static final int WALKS_MAX = 1000;
  private static final String THERE = "there";

  /**
   * One walk through the options.
   *
   * @param answers that differ from the usual ones, by the path of the option
   * @param asked all that could have been answered otherwise: paths with other answers
   */
  private record Walk(SequencedMap<String, String> answers, SequencedSet<Answer> asked) {}

  private record Answer(String path, String text) {}

  private final Describer describer;
  private final Walk walk;
  private final String path;

  private DescribedOptions(Describer describer, Walk walk, String path) {
    super(describer);
    this.describer = describer;
    this.walk = walk;
    this.path = path;
  }

  /**
   * The options that a reading asks for, with their usual values.
   *
   * @param reading what it throws as {@link IllegalArgumentException} ends that walk alone
   */
  public static Vocabulary of(Consumer<OptionReader> reading) {
    Describer describer = new Describer();
    Deque<SequencedMap<String, String>> open = new ArrayDeque<>();
    SequencedSet<Answer> seen = new LinkedHashSet<>();
    open.add(new LinkedHashMap<>());
    for (int walks = 0; !open.isEmpty(); walks++) {
      if (walks == WALKS_MAX) {
        throw new IllegalStateException("options that depend on each other in too many ways");
      }
      Walk walk = new Walk(open.remove(), new LinkedHashSet<>());
      try {
        reading.accept(new DescribedOptions(describer, walk, ""));
      } catch (IllegalArgumentException unfit) {
        // values that do not go together: the walk has told what it asked for until then
      }
      for (Answer answer : walk.asked) {
        if (seen.add(answer)) {
          SequencedMap<String, String> answers = new LinkedHashMap<>(walk.answers);
          answers.put(answer.path, answer.text);
          open.add(answers);
        }
      }
    }
    return describer.vocabulary();
  }

  @Override
  public boolean has(String name) {
    String option = path + name + "?";
    walk.asked.add(new Answer(option, THERE));
    return walk.answers.containsKey(option);
  }

  @Override
  public String oneOf(String name, String defaultWord, List<String> words, String meaning) {
    super.oneOf(name, defaultWord, words, meaning);
    for (String word : words) {
      if (!word.equals(defaultWord)) {
        walk.asked.add(new Answer(path + name, word));
      }
    }
    return walk.answers.getOrDefault(path + name, defaultWord);
  }

  @Override
  public int node(String name, String meaning) {
    Property node = new Property(name, Form.NAME, meaning);
    describer.add(walk.answers.containsKey(path + name + "?") ? node : node.required());
    return 1;
  }

  @Override
  public List<OptionReader> each(String name, String meaning) {
    Describer inner = describer.list(name, meaning);
    return List.of(new DescribedOptions(inner, walk, path + name + "."));
  }
}
