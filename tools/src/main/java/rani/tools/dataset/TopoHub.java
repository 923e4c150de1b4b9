// SPDX-License-Identifier: Apache-2.0
package rani.tools.dataset;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * The installed Python package TopoHub.
 *
 * @param data the folder with its networks
 * @param version such as 1.5.1; empty if it is not known
 */
record TopoHub(Path data, String version) {
  private static final String VARIABLE = "RANI_TOPOHUB";
  private static final int ANSWER_BYTES_MAX = 4096;
  private static final int ANSWER_SECONDS_MAX = 20;

  /** Says where the package lies, and runs nothing of it. */
  private static final String QUESTION =
      "import importlib.util; s = importlib.util.find_spec('topohub');"
          + " print(list(s.submodule_search_locations)[0] if s else '')";

  /** Finds the package: by {@value #VARIABLE}, or else python3 knows it. */
  static TopoHub find(String wanted) throws FileError {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isEmpty()) {
      return in(named)
          .orElseThrow(
              () ->
                  new FileError(
                      Location.ofFile(wanted),
                      VARIABLE + " is " + Quoted.of(named) + ", which is no folder of TopoHub",
                      "it is the folder `topohub` that pip made, with `data/topozoo` in it"));
    }
    return in(askPython())
        .orElseThrow(
            () ->
                new FileError(
                    Location.ofFile(wanted),
                    "the data set is not installed",
                    "`pip install topohub` installs it for python3; where that is another Python,"
                        + " "
                        + VARIABLE
                        + "=FOLDER says where it is"));
  }

  private static Optional<TopoHub> in(String folder) {
    try {
      Path path = Path.of(folder);
      for (Path data : new Path[] {path.resolve("data"), path}) {
        if (!folder.isEmpty() && Files.isDirectory(data.resolve("topozoo"))) {
          return Optional.of(new TopoHub(data, versionBeside(path)));
        }
      }
      return Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static String versionBeside(Path folder) {
    Path parent = folder.toAbsolutePath().getParent();
    if (parent == null) {
      return "";
    }
    try (Stream<Path> beside = Files.list(parent)) {
      return beside
          .map(path -> String.valueOf(path.getFileName()))
          .filter(name -> name.matches("topohub-[0-9][0-9.]{0,20}\\.dist-info"))
          .map(name -> name.substring("topohub-".length(), name.length() - ".dist-info".length()))
          .sorted()
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  /** Asks python3, which looks neither here nor where the environment says; may be empty. */
  private static String askPython() {
    Process python;
    try {
      python =
          new ProcessBuilder("python3", "-I", "-X", "utf8", "-c", QUESTION)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return ""; // there is none
    }
    try {
      if (!python.waitFor(ANSWER_SECONDS_MAX, TimeUnit.SECONDS)) {
        return "";
      }
      byte[] answer = python.getInputStream().readNBytes(ANSWER_BYTES_MAX);
      return new String(answer, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    } finally {
      python.destroyForcibly();
    }
  }

  /** Returns a line on the package and its licence. */
  String origin() {
    return "from TopoHub "
        + (version.isEmpty() ? "" : version + " ")
        + "(MIT licence); cite P. Jurkiewicz, SoftwareX 24, 2023, doi:10.1016/j.softx.2023.101540";
  }
}
