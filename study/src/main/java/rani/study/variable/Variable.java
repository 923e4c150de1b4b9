// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.model.file.Edits;
import rani.model.file.LocatedScalar;
import rani.model.file.Location;

/**
 * A variable of a sweep.
 *
 * @param name of it
 * @param at where it is given its values
 * @param values as the file writes them; each knows where it stands
 * @param changes what each value changes in the file, beside what it is put into; no entry for
 *     nothing
 */
public record Variable(
    String name,
    Location at,
    List<LocatedScalar> values,
    SequencedMap<String, List<Edits.Edit>> changes) {

  /** The most variables of one sweep. */
  public static final int VARIABLES_MAX = 20;

  /** The most values of one variable: each is tried before anything starts. */
  public static final int VALUES_MAX = 1_000;

  public Variable {
    values = List.copyOf(values);
    changes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(changes));
  }

  /** The values alone. */
  public List<String> texts() {
    return values.stream().map(LocatedScalar::text).toList();
  }

  /** The same variable with those of its values that are picked, in its own order. */
  Variable narrowedTo(List<String> picked) {
    return new Variable(
        name, at, values.stream().filter(value -> picked.contains(value.text())).toList(), changes);
  }
}
