// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rani.model.file.InputFile;
import rani.wasm.CodeLimits;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;

/** The workload that {@code ./rani} runs once while it records the AOT cache of commands. */
@Command(
    name = "train",
    description = "Runs the training workload of the AOT cache.",
    hidden = true)
final class TrainCommand implements Callable<Integer> {
  private static final String NETWORK =
      """
      topology: training-up
      nodes: {a: {services: {ping: {}}}, b: {services: {echo: {}}}}
      links: {a -- b: {}}
      """;

  /** From the folder of experiments, where the training runs. */
  private static final Path MODULE = Path.of("../topologies/upstream-filter.wasm");

  @Parameters(paramLabel = "FOLDER", description = "For its output.")
  private Path folder;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, CodeRefusal {
    int exit = rani("run", "hello.yaml", "--mode", "live", "--in-process", "--out", "" + folder);
    network();
    SandboxedCode.of(InputFile.bytes(MODULE, CodeLimits.MODULE_BYTES_MAX)).compile();
    return exit;
  }

  private int rani(String... words) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    return Rani.run(out, err, words);
  }

  private void network() throws IOException {
    Path file = Files.writeString(folder.resolve("training-up.yaml"), NETWORK);
    String run = "" + folder.resolve("up");
    try {
      int _ = rani("up", "" + file, "--out", run);
      for (List<String> verb :
          List.of(List.of("nodes"), List.of("a", "ping", "b", "count=1"), List.of("links"))) {
        String[] words = {"exec", "--run", run, String.join(" ", verb)};
        int _ = rani(words);
      }
      int _ = rani("ps");
    } finally {
      int _ = rani("down", run);
    }
  }
}
