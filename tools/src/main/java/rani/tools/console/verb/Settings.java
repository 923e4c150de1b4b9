// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.model.file.Nearest;

public final class Settings {
  private Settings() {}

  /** Parses arguments such as {@code from=n5 for=10s}; an empty {@code known} permits all names. */
  public static SequencedMap<String, String> read(
      VerbContext context, List<String> words, List<String> known) {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      if (!known.isEmpty() && !known.contains(name)) {
        throw context.wrong("`" + name + "` is not known here; " + Nearest.hint(name + "=", known));
      }
      if (equals < 1) {
        throw context.wrong("`" + word + "` is no setting; write NAME=VALUE");
      }
      settings.put(name, word.substring(equals + 1));
    }
    return settings;
  }
}
