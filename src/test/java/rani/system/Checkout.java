// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The source tree that these tests belong to. */
final class Checkout {
  private static final Set<String> NOT_OURS = Set.of("target", ".git", ".rani", ".idea");

  private Checkout() {}

  /** The folder that holds {@code ./rani}, found upwards from the working directory. */
  static Path root() {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve("node-core"))) {
        return folder;
      }
    }
    throw new IllegalStateException("the tests must run inside the source tree of rani");
  }

  /** The version of the poms, such as {@code 0.3.0-SNAPSHOT}. */
  static String version() {
    try {
      String pom = Files.readString(root().resolve("pom.xml"));
      Matcher version = Pattern.compile("<version>([^<]+)</version>").matcher(pom);
      if (!version.find()) {
        throw new IllegalStateException("pom.xml has no version");
      }
      return version.group(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What Maven has built, and is handed on. */
  static Path built() {
    String named = System.getenv("RANI_DIST");
    return named == null ? root().resolve("tools/target/dist") : Path.of(named);
  }

  /** The same, for {@code ./rani} to run, in a folder with a blank in its name. */
  static Path distribution() {
    return Copied.ONCE;
  }

  /** The copy of one build is kept, and with it what its first start prepares. */
  private static final class Copied {
    static final Path ONCE = copy();

    private static Path copy() {
      Path built = built();
      Path copy = root().resolve("src/test/target/a distribution");
      try {
        String id = Files.readString(built.resolve("id"));
        if (!Files.exists(copy.resolve("id")) || !Files.readString(copy.resolve("id")).equals(id)) {
          remove(copy);
          for (String each : List.of("rani", "lib", "native", "config", "jvm.options", "id")) {
            copy(built.resolve(each), copy.resolve(each));
          }
        }
        return copy;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void remove(Path folder) throws IOException {
      if (Files.exists(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(each);
          }
        }
      }
    }

    private static void copy(Path from, Path to) throws IOException {
      Files.createDirectories(Objects.requireNonNull(to.getParent()));
      try (Stream<Path> files = Files.walk(from)) {
        for (Path each : files.toList()) {
          Files.copy(each, to.resolve(from.relativize(each).toString()));
        }
      }
    }
  }

  /** A file of the tree. */
  static String file(String path) {
    return root().resolve(path).toString();
  }

  /** Every file of the tree but build products, in the order of their names. */
  static List<Path> files() {
    List<Path> found = new ArrayList<>();
    var collector =
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_OURS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            found.add(file);
            return FileVisitResult.CONTINUE;
          }
        };
    try {
      Files.walkFileTree(root(), collector);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(null);
    return found;
  }
}
