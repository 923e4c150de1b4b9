// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rani.testbed.process.NodeCommand;

/** Command lines of rani's JVMs, as a user starts them. */
public final class RaniJvm {
  private static final String AOT_CACHE = "-XX:AOTCache=";
  private static final String MAIN = "--module=";

  private RaniJvm() {}

  /** Returns the path of the {@code java} program. */
  public static String java() {
    return NodeCommand.verb().getFirst();
  }

  /** Returns the command up to {@code node} without AOT cache; empty without a launcher. */
  public static Optional<List<String>> nodeWithoutAotCache(Path folder) throws IOException {
    Optional<Path> options = options(NodeCommand.NODE_OPTIONS_PROPERTY);
    if (options.isEmpty()) {
      return Optional.empty();
    }
    List<String> lines = new ArrayList<>(Files.readAllLines(options.get()));
    lines.removeIf(line -> line.contains(AOT_CACHE));
    Path file = Files.write(folder.resolve("without-aot-cache.options"), lines);
    return Optional.of(List.of(java(), "@" + file));
  }

  /** Returns the command line of a verb. */
  public static List<String> verb(String verb) {
    List<String> words = new ArrayList<>(NodeCommand.verb());
    words.add(verb);
    return words;
  }

  /**
   * Returns the command line up to the verb with another main class of this module, which therefore
   * has no AOT cache.
   */
  public static List<String> command(Class<?> main, Path folder) throws IOException {
    String module = "--module=rani.bench/" + main.getName();
    List<String> words = new ArrayList<>(NodeCommand.verb());
    Optional<Path> options = options(NodeCommand.OPTIONS_PROPERTY);
    if (options.isPresent()) {
      List<String> lines = new ArrayList<>(Files.readAllLines(options.get()));
      lines.removeIf(line -> line.startsWith(MAIN));
      Path file = Files.write(folder.resolve(main.getSimpleName() + ".options"), lines);
      words.set(words.size() - 1, "@" + file);
      words.add(module);
    } else {
      boolean modules = words.getLast().startsWith(MAIN);
      words.set(words.size() - 1, modules ? module : main.getName());
    }
    return words;
  }

  private static Optional<Path> options(String property) {
    return Optional.ofNullable(System.getProperty(property)).map(Path::of);
  }
}
