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
import java.util.stream.Stream;

/** Programs with their Debian packages, and root, without which the project skips some tests. */
public final class TestParts {
  private static final String LIST = "test-parts.txt";

  /** Debian's folders of servers, which a user's path may lack. */
  private static final String MORE_FOLDERS = ":/usr/sbin:/sbin";

  /** Program of the list, with the Debian packages that contain it, at least one. */
  private record Part(String name, List<String> packages) {
    private static Part of(String line) {
      List<String> words = List.of(line.split(" "));
      return new Part(words.getFirst(), words.subList(1, words.size()));
    }

    private Optional<Path> found() {
      return Stream.of((System.getenv("PATH") + MORE_FOLDERS).split(File.pathSeparator))
          .map(folder -> Path.of(folder, name))
          .filter(Files::isExecutable)
          .findFirst();
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
              .orElseGet(() -> missing(part.name(), "Debian: " + packages)));
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

  /** Returns the packages of missing programs, each once. */
  public List<String> missingPackages() {
    return parts.stream()
        .filter(part -> part.found().isEmpty())
        .flatMap(part -> part.packages().stream())
        .distinct()
        .toList();
  }

  /** Returns the command by which root installs packages. */
  public static List<String> installing(List<String> packages) {
    List<String> words =
        new ArrayList<>(List.of("apt-get", "install", "--yes", "--no-install-recommends"));
    words.addAll(packages);
    return words;
  }

  /** Reports whether this process may install packages and make network namespaces. */
  public static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }
}
