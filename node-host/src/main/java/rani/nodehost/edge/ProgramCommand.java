// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import rani.ground.LabFailure;
import rani.model.edge.EdgeProgram;

/**
 * The commands by which a node runs a program in its edge's namespaces.
 *
 * @param removal removes what is left of it, when its standard input ends
 */
record ProgramCommand(ProcessBuilder start, Optional<ProcessBuilder> removal) {
  /** Throws if this machine lacks what the program takes. */
  static ProgramCommand of(EdgeProgram program, EdgeNamespace edge) throws LabFailure {
    return switch (program.kind()) {
      case PROGRAM -> new ProgramCommand(program(program, edge), Optional.empty());
      case CONTAINER ->
          new ProgramCommand(
              ContainerCommand.start(program, edge),
              Optional.of(ContainerCommand.removal(program)));
    };
  }

  /** Returns whether the PATH has a program. */
  static boolean isThere(String name) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  private static ProcessBuilder program(EdgeProgram program, EdgeNamespace edge) throws LabFailure {
    Path folder = Path.of(program.folder()).toAbsolutePath();
    if (!Files.isDirectory(folder)) {
      throw new LabFailure("the folder of program " + program.name() + " is not there: " + folder);
    }
    List<String> words = new ArrayList<>(edge.joining(folder));
    words.addAll(List.of("sh", "-c", program.run()));
    ProcessBuilder command = new ProcessBuilder(words);
    command.environment().putAll(program.environment());
    return command;
  }
}
