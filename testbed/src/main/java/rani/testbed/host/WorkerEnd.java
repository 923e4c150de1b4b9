// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import rani.json.Json;
import tools.jackson.core.JacksonException;

/**
 * The last line about a worker: how its process ended.
 *
 * @param ended exit code of the process; 128 and a signal's number if that ended it
 * @param said the last of what it printed on standard error
 */
public record WorkerEnd(int ended, String said) {
  private static final String BEGINNING = "{\"ended\":";

  /** Returns the line with its line feed. */
  byte[] line() {
    return (Json.print(this) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Reads a line; empty if it is another one. */
  public static Optional<WorkerEnd> parse(byte[] line) {
    String text = new String(line, StandardCharsets.UTF_8);
    try {
      return text.startsWith(BEGINNING)
          ? Optional.of(Json.read(text, WorkerEnd.class))
          : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
