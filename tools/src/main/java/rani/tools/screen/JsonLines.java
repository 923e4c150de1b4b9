// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import rani.json.Json;

/** Results for programs: one JSON object a line. */
public final class JsonLines {
  private JsonLines() {}

  /**
   * The object and the end of its line.
   *
   * @param object facts, a record or a map
   */
  public static String print(Object object) {
    return Json.print(object) + "\n";
  }
}
