// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import rani.lab.LabFailure;

/** The files of rani that this JVM runs, as the launcher found them, for hosts that lack them. */
final class Distribution {
  /** The system property by which the launcher names them. */
  private static final String FOLDER_PROPERTY = "rani.dist";

  /** What another host needs of them, the launcher included. */
  private static final List<String> PARTS = List.of("rani", "lib", "config", "jvm.options", "id");

  private static final long PACK_SECONDS_MAX = 120;

  private Distribution() {}

  /** Names it, by all that is in it; empty if this JVM was not started by the launcher. */
  static String id() {
    String folder = System.getProperty(FOLDER_PROPERTY);
    try {
      return folder == null ? "" : Files.readString(Path.of(folder, "id")).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Packs it.
   *
   * @param archive takes it, in the form of tar
   */
  static void pack(Path archive) throws LabFailure {
    String folder = System.getProperty(FOLDER_PROPERTY);
    if (folder == null || !Files.exists(Path.of(folder, PARTS.getFirst()))) {
      throw new LabFailure(
          "this rani cannot be sent to other hosts; the one that `./rani` starts can");
    }
    List<String> words = new ArrayList<>(List.of("tar", "-C", folder, "-cf", archive.toString()));
    words.addAll(PARTS);
    try {
      Process tar = new ProcessBuilder(words).redirectErrorStream(true).start();
      String said = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!tar.waitFor(PACK_SECONDS_MAX, TimeUnit.SECONDS) || tar.exitValue() != 0) {
        throw new LabFailure("cannot pack the distribution: " + said.strip());
      }
    } catch (IOException e) {
      throw new LabFailure("cannot pack the distribution: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
  }
}
