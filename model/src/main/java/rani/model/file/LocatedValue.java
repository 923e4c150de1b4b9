// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;

/** Value in a file with its location. Equality ignores locations. */
public sealed interface LocatedValue permits LocatedMap, LocatedList, LocatedScalar {
  Location at();

  /** Returns a description for messages: {@code a mapping}, {@code a list}, {@code `text`}. */
  String described();

  /** Returns the members of a list. Any other value counts as a list of one member. */
  default List<LocatedValue> members() {
    return List.of(this);
  }

  /** Returns whether the file has no value here: {@code key:}, {@code ~} or {@code null}. */
  default boolean isNull() {
    return false;
  }
}
