// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.model.file.InputFile;

/** The distribution of rani that this JVM runs; hosts that lack it receive a copy. */
public final class Distribution {
  /** System property with the distribution's folder, set by the launcher. */
  private static final String FOLDER_PROPERTY = "rani.dist";

  private static final String ID = "id";

  /** The files that another host needs; the id is last, because it marks a complete copy. */
  private static final List<String> PARTS =
      List.of("rani", "lib", "native", "config", "jvm.options", ID);

  private static final Duration PACK_MAX = Duration.ofSeconds(120);
  private static final String OF_THIS_JVM = folder().map(Distribution::id).orElse("");

  private Distribution() {}

  /** Returns the distribution's folder; empty if this JVM was not started by the launcher. */
  public static Optional<Path> folder() {
    return Optional.ofNullable(System.getProperty(FOLDER_PROPERTY)).map(Distribution::real);
  }

  /** A release names its folder by a descriptor of its JVM, which no other process has. */
  private static Path real(String folder) {
    try {
      return Path.of(folder).toRealPath();
    } catch (IOException e) {
      return Path.of(folder);
    }
  }

  /** Returns this distribution's hash, or empty. It is read once, as a build may replace files. */
  static String id() {
    return OF_THIS_JVM;
  }

  /** Returns the id of a distribution; empty if the folder has none. */
  static String id(Path folder) {
    try {
      return InputFile.text(folder.resolve(ID)).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Packs a distribution into a tar archive. */
  static void pack(Path folder, Path archive) throws LabFailure {
    if (!Files.exists(folder.resolve(PARTS.getFirst()))) {
      throw new LabFailure(
          "this rani cannot be sent to other hosts; the one that `./rani` starts can");
    }
    List<String> words =
        new ArrayList<>(List.of("tar", "-C", folder.toString(), "-cf", archive.toString()));
    words.addAll(PARTS);
    try {
      Program.run(new ProcessBuilder(words), PACK_MAX);
    } catch (IOException e) {
      throw new LabFailure("cannot pack the distribution: " + e.getMessage(), e);
    }
  }
}
