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
 * Programs with their Debian packages, modules of Python with what pip installs, programs of
 * Node.js with what npm installs, and root, without which the project skips some tests.
 */
public final class TestParts {
  static final String APT_GET = "apt-get";

  private static final String LIST = "test-parts.txt";

  /** Debian's folders of servers, which a user's path may lack. */
  private static final String MORE_FOLDERS = ":/usr/sbin:/sbin";

  private static final String PYTHON = "python3";
  private static final long IMPORT_SECONDS_MAX = 60;

  /** What installs a part. */
  private enum Source {
    DEBIAN("Debian", "", APT_GET, "install", "--yes", "--no-install-recommends"),
    PIP("pip", "python3:", PYTHON, "-m", "pip", "install"),
    NPM("npm", "npm:", "npm", "install", "--global");

    private final String title;
    private final String mark;
    private final List<String> command;

    /**
     * Makes a source.
     *
     * @param mark how names of its parts begin in the list
     */
    Source(String title, String mark, String... command) {
      this.title = title;
      this.mark = mark;
      this.command = List.of(command);
    }

    private static Source of(String name) {
      return Stream.of(PIP, NPM)
          .filter(one -> name.startsWith(one.mark))
          .findFirst()
          .orElse(DEBIAN);
    }
  }

  /** Program, module or file of the list, with the packages that contain it, at least one. */
  private record Part(String name, Source source, List<String> packages) {
    private static Part of(String line) {
      List<String> words = List.of(line.split(" "));
      String name = words.getFirst();
      return new Part(name, Source.of(name), words.subList(1, words.size()));
    }

    /** Returns where its packages come from, and what they are. */
    private String advice() {
      return source.title + ": " + String.join(" ", packages);
    }

    private Optional<Path> found() {
      String unmarked = name.substring(source.mark.length());
      if (source == Source.PIP) {
        return module(unmarked);
      }
      return Stream.of((System.getenv("PATH") + MORE_FOLDERS).split(File.pathSeparator))
          .map(folder -> Path.of(folder).resolve(unmarked)) // a file of the list is itself
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
              .orElseGet(() -> missing(part.name(), part.advice())));
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

  /** Returns the commands that install what is missing: apt-get, which needs root, pip and npm. */
  public List<List<String>> installing() {
    List<List<String>> commands = new ArrayList<>();
    for (Source source : Source.values()) {
      List<String> command = new ArrayList<>(source.command);
      parts.stream()
          .filter(part -> part.source() == source && part.found().isEmpty())
          .flatMap(part -> part.packages().stream())
          .distinct()
          .forEach(command::add);
      if (command.size() > source.command.size()) {
        commands.add(command);
      }
    }
    return commands;
  }

  /** Reports whether this process may install packages and make network namespaces. */
  public static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }
}
