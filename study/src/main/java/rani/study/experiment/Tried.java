// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.model.choice.Choice;

/**
 * What a sweep over the choices of a file tries, and what it looks at.
 *
 * @param choices those that are tried, and those that have no alternative
 * @param shipped what the file says at the path of each choice that has one, by its name
 * @param unchanged alternatives, by their labels, that make the very same experiment of every
 *     variant that is looked at
 * @param setAside why what the file inherited is not tried, in words
 * @param digest of the file whose choices these are, see {@link Sweep#fileDigest}
 * @param baseline of the file itself, to which relative metrics refer; may be empty
 * @param numbers what is looked at
 */
public record Tried(
    List<Choice> choices,
    SequencedMap<String, String> shipped,
    List<String> unchanged,
    List<String> setAside,
    String digest,
    SequencedMap<String, String> baseline,
    List<Number> numbers) {

  /** The variable whose values are the alternatives. */
  public static final String VARIABLE = "choice";

  /** Its value for the file as it is. */
  public static final String SHIPPED = "shipped";

  /** The folder, beside experiment files, in which a repository keeps what its choices came to. */
  public static final String FOLDER = "sensitivity";

  /** Copies lists and maps. */
  public Tried {
    choices = List.copyOf(choices);
    shipped = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(shipped));
    unchanged = List.copyOf(unchanged);
    setAside = List.copyOf(setAside);
    baseline = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(baseline));
    numbers = List.copyOf(numbers);
  }

  /**
   * A number that is looked at.
   *
   * @param labels of the file's own variant
   * @param metric its name
   * @param printed what the paper prints; null if it prints nothing
   */
  public record Number(
      SequencedMap<String, String> labels, String metric, @Nullable String printed) {

    /** Copies the labels. */
    public Number {
      labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
    }
  }
}
