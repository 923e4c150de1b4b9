// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.util.SequencedMap;
import rani.testbed.RunningLab;
import rani.world.Facts;

/** Results for programs: one JSON object a line. */
public final class JsonLines {
  private JsonLines() {}

  /** The facts and the end of their line. */
  public static String print(Facts facts) {
    return print(facts.byKey());
  }

  /** The object and the end of its line. */
  public static String print(SequencedMap<String, Object> object) {
    return RunningLab.json(object) + "\n";
  }
}
