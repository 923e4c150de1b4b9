// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.util.SequencedMap;
import rani.testbed.RunningLab;

/** Results for programs: one JSON object a line. */
public final class JsonLines {
  private JsonLines() {}

  /** The object and the end of its line. */
  public static String print(SequencedMap<String, Object> object) {
    return RunningLab.json(object) + "\n";
  }
}
