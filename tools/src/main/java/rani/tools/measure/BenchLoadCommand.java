// SPDX-License-Identifier: Apache-2.0
package rani.tools.measure;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.bench.served.LoadRun;
import rani.ground.ExitCodes;

/** Process that {@code rani bench} starts to load one service, with the AOT cache of verbs. */
@Command(
    name = LoadRun.VERB,
    description = "Loads a module in WebAssembly, or a service in Java, and says how long it took.",
    hidden = true)
public final class BenchLoadCommand implements Callable<Integer> {
  @Parameters(paramLabel = "LANGUAGE", description = "java, or anything else for WebAssembly.")
  private String language;

  @Override
  public Integer call() throws IOException {
    LoadRun.main(new String[] {language});
    return ExitCodes.OK;
  }
}
