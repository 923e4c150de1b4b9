// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import rani.parts.RealPart;

/**
 * A real browser without a window and without a network, which opens a page and says what became of
 * it.
 */
final class Browser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");
  private static final int SECONDS_MAX = 90;
  private static final int MESSAGES_MAX = 20;
  private static final int MESSAGE_CHARACTERS_MAX = 400;

  private final Path program;
  private final Path folder;

  private Browser(Path program, Path folder) {
    this.program = program;
    this.folder = folder;
  }

  /**
   * The page after its scripts have run, and what was logged while they did.
   *
   * @param dom the document as markup
   * @param console one line per message on the page's console, the first few
   */
  record Seen(String dom, List<String> console) {}

  /** Skips the test if there is no browser, or fails it where real parts are required. */
  static Browser require(Path folder) {
    Optional<Path> program = find();
    if (program.isEmpty()) {
      RealPart.program(NAMES.getFirst());
    }
    return new Browser(program.orElseThrow(), folder);
  }

  private static Optional<Path> find() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator))
        .flatMap(place -> NAMES.stream().map(name -> Path.of(place, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Opens a page in a frame of 1280 by 900 pixels, and calls a function of it.
   *
   * @param script the body of a function of the frame's {@code view} and {@code page}, its document
   * @return what the function returns, as the text of the element {@code told}
   */
  Seen ask(Path page, String script) throws IOException, InterruptedException {
    Path harness = folder.resolve("harness.html");
    String frame =
        """
        <p id="told"></p><iframe src="%s" style="width: 1280px; height: 900px"></iframe>
        <script>
        var frame = document.querySelector("iframe");
        frame.onload = function () {
          document.getElementById("told").textContent =
            (function (view, page) {%s})(frame.contentWindow, frame.contentDocument);
        };
        </script>
        """;
    Files.writeString(harness, frame.formatted(page.toUri(), script));
    return open(harness);
  }

  Seen open(Path page) throws IOException, InterruptedException {
    Path dom = folder.resolve("dom.html");
    Path log = folder.resolve("log.txt");
    var command = new ArrayList<String>();
    command.add(program.toString());
    command.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--allow-file-access-from-files",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--enable-logging=stderr",
            "--virtual-time-budget=20000",
            "--window-size=1280,2000",
            "--user-data-dir=" + folder.resolve("profile"),
            "--dump-dom",
            page.toUri().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      assertTrue(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS), "the browser did not end");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    List<String> console =
        Files.readString(log)
            .lines()
            .filter(line -> line.contains(":CONSOLE:"))
            .map(line -> line.substring(0, Math.min(line.length(), MESSAGE_CHARACTERS_MAX)))
            .limit(MESSAGES_MAX)
            .toList();
    return new Seen(Files.readString(dom), console);
  }
}
