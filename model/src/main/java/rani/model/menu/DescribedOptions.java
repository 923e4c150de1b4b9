// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import rani.model.file.Describer;
import rani.model.file.Form;
import rani.model.file.Kind;
import rani.model.file.Property;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.service.OptionReader;

/**
 * Records which options a service reads. These may depend on the values of other options, so the
 * service's reading is repeated with alternative answers as long as new answers lead to new
 * options.
 */
public final class DescribedOptions extends KeyOptions {
  private static final int WALKS_MAX = 10_000;

  /** Syntax of a value that the service parses itself: a text or number, or a list of them. */
  private static final Form TEXTS =
      Form.listOf(new Form.Either(List.of(Form.TEXT, new Form.Whole(null, null))));

  private static final long MEGABYTE = 1_000_000;

  private final Describer describer;
  private final OptionWalk walk;
  private final String path;

  private DescribedOptions(OptionWalk walk, String path) {
    this(walk.mapping(path), walk, path);
  }

  private DescribedOptions(Describer describer, OptionWalk walk, String path) {
    super(describer);
    this.describer = describer;
    this.walk = walk;
    this.path = path;
  }

  /**
   * Returns the options that a service reads, with their defaults. The meaning of an option that
   * depends on the words of another option begins with these words.
   *
   * @param reading reads the options; an {@link IllegalArgumentException} ends only one repetition
   */
  public static Vocabulary of(Consumer<OptionReader> reading) {
    List<OptionWalk> walks = new ArrayList<>();
    Set<Map<String, String>> seen = new HashSet<>();
    Deque<OptionWalk> open = new ArrayDeque<>();
    open.add(new OptionWalk(Map.of(), Set.of("")));
    while (!open.isEmpty()) {
      OptionWalk walk = open.remove();
      walk.go(() -> reading.accept(new DescribedOptions(walk, "")));
      walks.add(walk);
      if (walks.size() > WALKS_MAX) {
        throw new IllegalStateException("options that depend on each other in too many ways");
      }
      walk.leadingOn().stream().filter(next -> seen.add(next.answers)).forEach(open::add);
    }
    return new OptionWalks(walks).vocabulary("");
  }

  @Override
  public long durationNanos(String name, long defaultNanos, String meaning) {
    return describer.value(
        name,
        Kind.DURATION.printed(nanos -> nanos == 0 ? "0s" : Units.printDuration(nanos)),
        meaning,
        defaultNanos);
  }

  @Override
  public long sizeBytes(String name, long defaultBytes, long min, long max, String meaning) {
    return describer.value(
        name, Kind.SIZE.printed(DescribedOptions::printSize), meaning, defaultBytes);
  }

  private static String printSize(long bytes) {
    boolean isWhole = bytes > 0 && bytes % MEGABYTE == 0;
    return isWhole ? bytes / MEGABYTE + "MB" : bytes + "B";
  }

  @Override
  public boolean has(String name) {
    return walk.isThere(path + name);
  }

  @Override
  public String oneOf(String name, String defaultWord, List<String> words, String meaning) {
    super.oneOf(name, defaultWord, words, meaning);
    return walk.choose(path + name, defaultWord, words);
  }

  @Override
  public <T> T value(String name, String defaultText, Function<String, T> reading, String meaning) {
    describer.add(new Property(name, TEXTS, meaning).usually(defaultText));
    return reading.apply(defaultText);
  }

  @Override
  public int node(String name, String meaning) {
    describer.add(new Property(name, Form.NAME, meaning).required());
    return 1;
  }

  @Override
  public List<OptionReader> each(String name, String meaning) {
    describer.add(new Property(name, OptionWalks.MAPPINGS, meaning));
    return List.of(new DescribedOptions(walk, path + name + "."));
  }
}
