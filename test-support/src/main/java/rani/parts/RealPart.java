// SPDX-License-Identifier: Apache-2.0
package rani.parts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a test needs of the machine. Without it the test is skipped, or, where {@code
 * RANI_REQUIRE_REAL_PARTS=true} says that the machine is complete, it fails.
 */
public final class RealPart {
  /** How the reason of each such skip begins. */
  static final String LACKS = "this machine lacks ";

  private static final String LIST = "test-parts.txt";

  /** How the list marks a module of Python. */
  private static final String MODULE = "python3:";

  /** How the list marks a program of Node.js. */
  private static final String OF_NODE = "npm:";

  /** By program or module: the packages that it comes in. */
  private static final SortedMap<String, String> PACKAGES = packages();

  private RealPart() {}

  private static SortedMap<String, String> packages() {
    SortedMap<String, String> packages = new TreeMap<>();
    try (InputStream list = RealPart.class.getResourceAsStream(LIST)) {
      if (list == null) {
        throw new IllegalStateException("no " + LIST);
      }
      new String(list.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", 2))
          .forEach(words -> packages.put(words[0], words[1]));
      return packages;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Needs a program on the path, one of the list in {@code rani doctor --tests}, or a file or
   * folder of that list.
   */
  public static void program(String name) {
    String debian = PACKAGES.get(name);
    String npm = PACKAGES.get(OF_NODE + name);
    if (debian == null && npm == null) {
      throw new IllegalArgumentException(name + " is not in " + LIST);
    }
    String source = debian == null ? "npm: " + npm : "Debian: " + debian;
    need(isOnPath(name), name + " (" + source + ")");
  }

  /** Needs a module of Python, one of the list in {@code rani doctor --tests}. */
  public static void pythonModule(String name) {
    String packages = PACKAGES.get(MODULE + name);
    if (packages == null) {
      throw new IllegalArgumentException(name + " is no module in " + LIST);
    }
    need(isImported(name), name + " (pip: " + packages + ")");
  }

  private static boolean isImported(String module) {
    try {
      Process python =
          new ProcessBuilder("python3", "-c", "import " + module)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return python.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean isOnPath(String program) {
    return Stream.of((System.getenv("PATH") + ":/usr/sbin:/sbin").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(program)));
  }

  /** Needs root, which alone makes network namespaces. */
  public static void root() {
    need("root".equals(System.getProperty("user.name")), "root");
  }

  /** Needs what the caller has found, or not. */
  public static void need(boolean present, String what) {
    if (present) {
      return;
    }
    if (Boolean.parseBoolean(System.getenv("RANI_REQUIRE_REAL_PARTS"))) {
      fail(LACKS + what + ", and RANI_REQUIRE_REAL_PARTS is set");
    }
    abort(LACKS + what);
  }
}
