// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;
import rani.model.file.InputFile;
import rani.tools.console.verb.ConsoleVerb;

@Command(
    name = "source",
    customSynopsis = "source FILE",
    description = {
      "Executes the verbs of a file, line by line, and stops at the first that fails.",
      "Lost packets and missing answers (exit code 1) do not stop it, but are reported."
    },
    footer = "  source evening.txt     # begins a comment, in files and here")
public final class SourceVerb extends ConsoleVerb {
  private static final int DEPTH_MAX = 8;

  private static final int FILE_BYTES_MAX = 4_000_000;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A text file, one verb a line.")
  private Path file;

  @Override
  public Integer call() throws LabFailure {
    if (!Files.isRegularFile(file)) {
      throw context.wrong("there is no file " + file);
    }
    if (context.session().sourcesOpen(1) > DEPTH_MAX) {
      context.session().sourcesOpen(-1);
      throw context.wrong("files have each other said, more than " + DEPTH_MAX + " deep");
    }
    try {
      Script script = new Script(context.interpreter(), file + ":");
      return script.execute(
          new BufferedReader(new StringReader(InputFile.text(file, FILE_BYTES_MAX))),
          context.named(),
          context.json(),
          spec.commandLine().getOut(),
          spec.commandLine().getErr());
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e.getMessage(), e);
    } finally {
      context.session().sourcesOpen(-1);
    }
  }
}
