// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rani.ground.LabFailure;
import rani.ground.Sha256;
import rani.model.file.InputFile;

/**
 * Checks the published screenshots of results. {@code pictures.csv} has each picture's digest, the
 * command that makes it, and numbers of one trial that it shows. The check is whether the file is
 * unchanged, and whether its numbers still are those of the results.
 */
final class Pictures {
  static final String FILE = "pictures.csv";

  private Pictures() {}

  /** Checks all pictures of a source tree against the results in a folder. */
  static List<Publication.Told> judge(Path root, Path folder) throws LabFailure {
    List<Publication.Told> told = new ArrayList<>();
    if (!Files.exists(folder.resolve(FILE))) {
      return told;
    }
    for (ResultFile.Row row : ResultFile.read(folder.resolve(FILE)).rows()) {
      String picture = row.labels().getOrDefault("picture", "");
      String again = "; again: " + row.labels().getOrDefault(ResultFile.COMMAND, "");
      if (!sha256(root.resolve(picture)).equals(row.labels().get("sha256"))) {
        told.add(
            new Publication.Told(
                Publication.Kind.WRONG,
                picture,
                "is not the picture that " + FILE + " is about" + again));
      }
      String results = row.labels().getOrDefault("results", "");
      if (!results.isEmpty()) {
        for (String moved : moved(row, folder.resolve(results + ".csv"))) {
          told.add(new Publication.Told(Publication.Kind.MOVED, picture, moved + again));
        }
      }
    }
    return told;
  }

  private static List<String> moved(ResultFile.Row shown, Path results) throws LabFailure {
    List<String> moved = new ArrayList<>();
    for (ResultFile.Row row : ResultFile.read(results).rows()) {
      if (row.seed() == shown.seed()) {
        shown
            .metrics()
            .forEach(
                (metric, value) -> {
                  Double now = row.metrics().get(metric);
                  if (!value.equals(now)) {
                    moved.add("shows " + metric + " as " + value + ", which is " + now);
                  }
                });
      }
    }
    return moved;
  }

  private static String sha256(Path file) throws LabFailure {
    try {
      return Sha256.hex(InputFile.bytes(file, InputFile.BYTES_MAX));
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e, e);
    }
  }
}
