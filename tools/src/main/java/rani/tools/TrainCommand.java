// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rani.lab.file.FileError;
import rani.lab.run.Training;

/**
 * What {@code ./rani} runs once while the AOT cache is recorded: a live run passes through files,
 * nodes, sockets and reports; then nodes are served to others, and asked.
 */
@Command(name = "train", description = "Passes through what every JVM of rani does.", hidden = true)
final class TrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "Takes what comes of it.")
  private Path folder;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, FileError, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    String[] run = {
      "run", "hello.yaml", "--mode", "live", "--in-process", "--out", folder.toString()
    };
    int exit = Rani.run(out, err, run);
    Training.run(folder);
    return exit;
  }
}
