// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/** Prints the module path of a node's JVM: {@code rani.nodehost}'s jars and service providers. */
public final class NodeModulePath {
  private static final String ROOT = "rani.nodehost";

  /** URI scheme of jars; modules of the JDK have the scheme {@code jrt}. */
  private static final String JAR_FILE = "file";

  private NodeModulePath() {}

  /** Prints the path for the jars of the folder that is the only argument. */
  public static void main(String[] arguments) {
    Configuration needed =
        Configuration.empty()
            .resolveAndBind(
                ModuleFinder.of(Path.of(arguments[0])), ModuleFinder.ofSystem(), Set.of(ROOT));
    System.out.println(
        needed.modules().stream()
            .map(ResolvedModule::reference)
            .filter(module -> !module.descriptor().isAutomatic() || isRequired(module, needed))
            .flatMap(module -> module.location().stream())
            .filter(location -> location.getScheme().equals(JAR_FILE))
            .map(location -> Path.of(location).toString())
            .sorted()
            .collect(Collectors.joining(File.pathSeparator)));
  }

  /** Reports whether an automatic module is required; any makes the JVM resolve all others. */
  private static boolean isRequired(ModuleReference automatic, Configuration needed) {
    return needed.modules().stream()
        .flatMap(module -> module.reference().descriptor().requires().stream())
        .anyMatch(requires -> requires.name().equals(automatic.descriptor().name()));
  }
}
