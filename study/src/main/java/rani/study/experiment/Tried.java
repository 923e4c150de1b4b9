// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.model.choice.Choice;

/**
 * The choices that a sweep tries, and the numbers that it compares.
 *
 * @param choices those with alternatives, and those without
 * @param shipped the file's value at the path of each choice, by the choice's name
 * @param unchanged labels of alternatives that make exactly the same experiment of every compared
 *     variant
 * @param setAside reasons why inherited alternatives are not tried, in words
 * @param digest of the file whose choices these are, see {@link Sweep#fileDigest}
 * @param baseline of the file itself, to which relative metrics refer; may be empty
 */
public record Tried(
    List<Choice> choices,
    SequencedMap<String, String> shipped,
    List<String> unchanged,
    List<String> setAside,
    String digest,
    SequencedMap<String, String> baseline,
    List<Number> numbers) {
  /** Variable whose values are the alternatives. */
  public static final String VARIABLE = "choice";

  /** Value of {@link #VARIABLE} for the file as it is. */
  public static final String SHIPPED = "shipped";

  /** Folder, beside experiment files, in which a repository keeps recorded results of choices. */
  public static final String FOLDER = "sensitivity";

  public Tried {
    choices = List.copyOf(choices);
    shipped = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(shipped));
    unchanged = List.copyOf(unchanged);
    setAside = List.copyOf(setAside);
    baseline = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(baseline));
    numbers = List.copyOf(numbers);
  }

  /** A number of the file's own variant with these labels; null if the paper does not print it. */
  public record Number(
      SequencedMap<String, String> labels, String metric, @Nullable String printed) {

    public Number {
      labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
    }
  }
}
