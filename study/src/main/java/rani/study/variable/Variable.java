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
 * A variable of a sweep, with its values as the file writes them. Each value may also change the
 * file elsewhere; values without such changes have no entry.
 */
public record Variable(
    String name,
    Location at,
    List<LocatedScalar> values,
    SequencedMap<String, List<Edits.Edit>> changes) {
  public static final int VARIABLES_MAX = 20;

  /** Largest number of values of one variable; each is tried before anything starts. */
  public static final int VALUES_MAX = 1_000;

  public Variable {
    values = List.copyOf(values);
    changes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(changes));
  }

  public List<String> texts() {
    return values.stream().map(LocatedScalar::text).toList();
  }

  Variable narrowedTo(List<String> picked) {
    return new Variable(
        name, at, values.stream().filter(value -> picked.contains(value.text())).toList(), changes);
  }
}
