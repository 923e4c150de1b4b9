// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the first difference of two rows of one trial. */
final class RowDifference {
  private RowDifference() {}

  /** Returns the first field that differs, with both values. */
  static String of(TrialRow recorded, TrialRow again) {
    Map<?, ?> before = JsonText.object(JsonText.line(recorded));
    Map<?, ?> now = JsonText.object(JsonText.line(again));
    String found = inMaps("", before, now);
    return found == null ? "it is written differently" : found;
  }

  private static @Nullable String inMaps(String prefix, Map<?, ?> before, Map<?, ?> now) {
    for (Map.Entry<?, ?> entry : before.entrySet()) {
      String found = inValues(prefix + entry.getKey(), entry.getValue(), now.get(entry.getKey()));
      if (found != null) {
        return found;
      }
    }
    for (Object key : now.keySet()) {
      if (!before.containsKey(key)) {
        return prefix + key + " is recorded as nothing, and is now " + now.get(key);
      }
    }
    return null;
  }

  private static @Nullable String inValues(
      String name, @Nullable Object before, @Nullable Object now) {
    if (Objects.equals(before, now)) {
      return null;
    }
    if (before instanceof Map<?, ?> a && now instanceof Map<?, ?> b) {
      return inMaps(name + ".", a, b);
    }
    if (before instanceof List<?> a && now instanceof List<?> b && a.size() == b.size()) {
      for (int k = 0; k < a.size(); k++) {
        String found = inValues(name + "." + k, a.get(k), b.get(k));
        if (found != null) {
          return found;
        }
      }
    }
    return name + " is recorded as " + before + ", and is now " + now;
  }
}
