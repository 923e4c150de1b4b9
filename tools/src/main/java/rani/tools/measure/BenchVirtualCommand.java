// SPDX-License-Identifier: Apache-2.0
package rani.tools.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import rani.bench.virtual.VirtualWorker;
import rani.bench.virtual.WorkerJvm;
import rani.ground.ExitCodes;
import rani.model.file.FileError;

/** Process that {@code rani bench} starts to measure virtual time. */
@Command(
    name = WorkerJvm.VERB,
    description = "Runs networks in virtual time as standard input orders.",
    hidden = true)
public final class BenchVirtualCommand implements Callable<Integer> {
  @Override
  public Integer call() throws IOException, FileError {
    VirtualWorker.run(
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), System.out);
    return ExitCodes.OK;
  }
}
