// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** List that begins at a location of a file. */
public record LocatedList(Location at, List<LocatedValue> values) implements LocatedValue {
  public LocatedList {
    values = List.copyOf(values);
  }

  @Override
  public List<LocatedValue> members() {
    return values;
  }

  @Override
  public String described() {
    return "a list";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LocatedList list && values.equals(list.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }
}
