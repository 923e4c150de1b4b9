// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rani.ground.LabFailure;
import rani.model.edge.EdgeProgram;

/** The command by which a node runs a program in its edge's namespaces. */
final class ProgramCommand {
  private ProgramCommand() {}

  static ProcessBuilder of(EdgeProgram program, EdgeNamespace edge) throws LabFailure {
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
