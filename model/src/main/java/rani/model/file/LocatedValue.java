// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;

/**
 * A value of a file that knows where it stands. Two values are equal when their contents are,
 * wherever they stand.
 */
public sealed interface LocatedValue permits LocatedMap, LocatedList, LocatedScalar {

  /** Where the value begins. */
  Location at();

  /** What the value is, for messages: {@code a mapping}, {@code a list}, {@code `text`}. */
  String described();

  /** Of a list its members; any other value counts as a list of itself. */
  default List<LocatedValue> members() {
    return List.of(this);
  }

  /** Whether nothing is written: {@code key:} with no value, {@code ~} or {@code null}. */
  default boolean isNull() {
    return false;
  }
}
