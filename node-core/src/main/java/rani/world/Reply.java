// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * A node's answer to a command of its operator.
 *
 * @param ok whether it did what was asked
 * @param message what went wrong, or empty
 * @param facts in order; values are strings, booleans, numbers, lists and maps of such
 */
public record Reply(boolean ok, String message, SequencedMap<String, Object> facts) {
  /** Done, nothing to tell. */
  public static final Reply DONE = of(Collections.emptyNavigableMap());

  /** Done, with facts. */
  public static Reply of(SequencedMap<String, Object> facts) {
    return new Reply(true, "", facts);
  }

  /** Refused. */
  public static Reply refused(String message) {
    return new Reply(false, message, new LinkedHashMap<>());
  }
}
