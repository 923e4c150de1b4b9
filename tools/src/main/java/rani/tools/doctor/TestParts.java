// SPDX-License-Identifier: Apache-2.0
package rani.tools.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Programs with their Debian packages, modules of Python with what pip installs, and root, without
 * which the project skips some tests.
 */
public final class TestParts {
  static final String APT_GET = "apt-get";

  private static final String LIST = "test-parts.txt";

  /** Debian's folders of servers, which a user's path may lack. */
  private static final String MORE_FOLDERS = ":/usr/sbin:/sbin";

  /** How the list marks a module of Python. */
  private static final String MODULE = "python3:";

  private static final String PYTHON = "python3";
  private static final long IMPORT_SECONDS_MAX = 60;

  /** Program or module of the list, with the packages that contain it, at least one. */
  private record Part(String name, List<String> packages) {
    private static Part of(String line) {
      List<String> words = List.of(line.split(" "));
      return new Part(words.getFirst(), words.subList(1, words.size()));
    }

    private boolean isModule() {
      return name.startsWith(MODULE);
    }

    /** Returns where its packages come from, and what they are. */
    private String source() {
      return (isModule() ? "pip: " : "Debian: ") + String.join(" ", packages);
    }

    private Optional<Path> found() {
      if (isModule()) {
        return module(name.substring(MODULE.length()));
      }
      return Stream.of((System.getenv("PATH") + MORE_FOLDERS).split(File.pathSeparator))
          .map(folder -> Path.of(folder, name))
          .filter(Files::isExecutable)
          .findFirst();
    }

    private static Optional<Path> module(String module) {
      try {
        Process python =
            new ProcessBuilder(PYTHON, "-c", "import %1$s; print(%1$s.__file__)".formatted(module))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        python.getOutputStream().close();
        String file = new String(python.getInputStream().readAllBytes(), UTF_8).strip();
        boolean isOver = python.waitFor(IMPORT_SECONDS_MAX, TimeUnit.SECONDS);
        return isOver && python.exitValue() == 0
            ? Optional.of(Path.of(file)).filter(Files::isRegularFile)
            : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
  }

  private final List<Part> parts;

  public TestParts() {
    try (InputStream list = TestParts.class.getResourceAsStream(LIST)) {
      if (list == null) {
        throw new IllegalStateException("no " + LIST);
      }
      parts =
          new String(list.readAllBytes(), UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(Part::of)
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Checks which programs are present. */
  public List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    for (Part part : parts) {
      String packages = String.join(" ", part.packages());
      findings.add(
          part.found()
              .map(there -> Finding.ok(part.name(), there + " (" + packages + ")"))
              .orElseGet(() -> missing(part.name(), part.source())));
    }
    findings.add(
        isRoot()
            ? Finding.ok("root", "makes network namespaces")
            : missing("root", "tests in network namespaces need it"));
    return findings;
  }

  private static Finding missing(String about, String where) {
    return Finding.doubtful(about, "missing; tests that need it are skipped", where);
  }

  /** Returns the commands that install what is missing: apt-get, which needs root, and pip. */
  public List<List<String>> installing() {
    List<List<String>> commands = new ArrayList<>();
    List<String> debian = missing(false);
    if (!debian.isEmpty()) {
      commands.add(words(List.of(APT_GET, "install", "--yes", "--no-install-recommends"), debian));
    }
    List<String> modules = missing(true);
    if (!modules.isEmpty()) {
      commands.add(words(List.of(PYTHON, "-m", "pip", "install"), modules));
    }
    return commands;
  }

  private List<String> missing(boolean modules) {
    return parts.stream()
        .filter(part -> part.isModule() == modules && part.found().isEmpty())
        .flatMap(part -> part.packages().stream())
        .distinct()
        .toList();
  }

  private static List<String> words(List<String> command, List<String> packages) {
    List<String> words = new ArrayList<>(command);
    words.addAll(packages);
    return words;
  }

  /** Reports whether this process may install packages and make network namespaces. */
  public static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }
}
