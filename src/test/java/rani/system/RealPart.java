// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a test needs of the machine. Without it the test is skipped, or, where {@code
 * RANI_REQUIRE_REAL_PARTS=true} says that the machine is complete, it fails.
 */
final class RealPart {
  private RealPart() {}

  /** Needs a program on the path. */
  static void program(String name) {
    need(
        Stream.of((System.getenv("PATH") + ":/usr/sbin:/sbin").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, name))),
        "the program " + name);
  }

  /** Needs whatever the caller has found, or not. */
  static void need(boolean present, String what) {
    if (present) {
      return;
    }
    if (Boolean.parseBoolean(System.getenv("RANI_REQUIRE_REAL_PARTS"))) {
      fail("this machine lacks " + what + ", and RANI_REQUIRE_REAL_PARTS is set");
    }
    abort("this machine lacks " + what);
  }
}
