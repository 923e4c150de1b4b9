// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints the module path of a node's JVM: {@code rani.nodehost}'s jars and service providers. */
public final class NodeModulePath {
  private static final String ROOT = "rani.nodehost";

  /** URI scheme of jars; modules of the JDK have the scheme {@code jrt}. */
  private static final String JAR_FILE = "file";

  /** Jars of a service provider that nodes start sooner without: see {@code rani.tools.log}. */
  private static final String LOGBACK = "logback-";

  private NodeModulePath() {}

  /** Prints the path for the jars of a folder; those that a second one has, too, are its. */
  public static void main(String[] arguments) throws IOException {
    Path renewed = Path.of(arguments[1]);
    Configuration needed =
        Configuration.empty()
            .resolveAndBind(jars(Path.of(arguments[0])), ModuleFinder.ofSystem(), Set.of(ROOT));
    System.out.println(
        needed.modules().stream()
            .map(ResolvedModule::reference)
            .filter(module -> !module.descriptor().isAutomatic() || isRequired(module, needed))
            .flatMap(module -> module.location().stream())
            .filter(location -> location.getScheme().equals(JAR_FILE))
            .map(Path::of)
            .map(jar -> either(renewed.resolve(jar.getFileName()), jar).toString())
            .sorted()
            .collect(Collectors.joining(File.pathSeparator)));
  }

  private static Path either(Path renewed, Path jar) {
    return Files.exists(renewed) ? renewed : jar;
  }

  private static ModuleFinder jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return ModuleFinder.of(
          files
              .filter(file -> !String.valueOf(file.getFileName()).startsWith(LOGBACK))
              .toArray(Path[]::new));
    }
  }

  /** Reports whether an automatic module is required; any makes the JVM resolve all others. */
  private static boolean isRequired(ModuleReference automatic, Configuration needed) {
    return needed.modules().stream()
        .flatMap(module -> module.reference().descriptor().requires().stream())
        .anyMatch(requires -> requires.name().equals(automatic.descriptor().name()));
  }
}
