// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that appear whole or not at all, and replace an older one. */
final class WholeFile {
  private WholeFile() {}

  static void write(Path file, String text) throws IOException {
    Path unfinished = file.resolveSibling("." + file.getFileName() + ".tmp");
    try {
      Files.write(unfinished, text.getBytes(StandardCharsets.UTF_8));
      Files.move(
          unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
