// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rani.lab.LabFailure;
import rani.lab.experiment.Expectation;
import rani.lab.experiment.Experiment;
import rani.lab.experiment.ExperimentFile;
import rani.lab.file.FileError;
import rani.lab.run.ExperimentResult;
import rani.lab.run.ExperimentRun;
import rani.lab.run.RunDirectory;
import rani.lab.run.RunOptions;
import rani.lab.run.RunOptions.Mode;
import rani.live.Transport;

/** {@code rani run EXPERIMENT}. */
@Command(
    name = "run",
    description =
        "Runs an experiment, live or in virtual time, and writes a report beside the paper's"
            + " figures.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  rani run config/experiments/lgc-1-basic.yaml",
      "  rani run config/experiments/lgc-1-basic.yaml --mode virtual --seed 7 --json",
      "  rani run my.yaml --set 'topology.links.n7 -- n8.delay=300ms' --trials 5"
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "EXPERIMENT", description = "An experiment file.")
  private Path file;

  @Option(
      names = "--mode",
      paramLabel = "live|virtual",
      defaultValue = "live",
      description = "Real JVMs and sockets, or virtual time. Default: ${DEFAULT-VALUE}.")
  private Mode mode;

  @Option(names = "--in-process", description = "Keeps the nodes of a live run in one JVM.")
  private boolean inProcess;

  @Option(
      names = "--transport",
      paramLabel = "epoll|nio",
      description = "What carries a live run's datagrams. Default: the best that there is here.")
  private @Nullable Transport transport;

  @Option(names = "--seed", paramLabel = "N", description = "In place of the file's seed.")
  private @Nullable Long seed;

  @Option(names = "--trials", paramLabel = "N", description = "In place of the file's trials.")
  private @Nullable Integer trials;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Changes the experiment or its topology before it is checked; repeatable.")
  private List<String> sets = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run's folder, new or empty. Default: one of its own below ./runs.")
  private @Nullable Path out;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Writes every event of the (first) trial, in order.")
  private @Nullable Path trace;

  @Option(names = "--json", description = "Prints the result as one JSON object, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws FileError, LabFailure {
    Experiment experiment = ExperimentFile.load(file, sets);
    RunOptions options = options(experiment);
    RunDirectory directory =
        out == null
            ? RunDirectory.create(experiment.name(), LocalDateTime.now())
            : RunDirectory.at(out);
    Screen screen = new Screen(spec);
    screen.progress(experiment.name() + " in " + directory.path());
    ExperimentResult result =
        new ExperimentRun(experiment, options, directory, screen::progress).carryOut();
    if (json) {
      screen.printWhole(result.json());
    } else {
      print(result, screen);
    }
    return result.passed() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private RunOptions options(Experiment experiment) {
    int wanted = trials == null ? experiment.trials() : trials;
    if (wanted < 1 || wanted > Experiment.TRIALS_MAX) {
      throw new ParameterException(
          spec.commandLine(), "--trials is 1…" + Experiment.TRIALS_MAX + ", not " + wanted);
    }
    if (inProcess && mode == Mode.VIRTUAL) {
      throw new ParameterException(spec.commandLine(), "--in-process goes with --mode live");
    }
    return new RunOptions(
        mode,
        inProcess,
        transport == null ? Transport.best() : transport,
        seed == null ? experiment.seed() : seed,
        wanted,
        Optional.ofNullable(trace),
        CommandText.of(spec));
  }

  private static void print(ExperimentResult result, Screen screen) {
    for (Expectation.Result one : result.telling().expectations()) {
      screen.print(
          "%s  %s: %s (%s)",
          one.passed() ? "ok    " : "FAILED",
          one.expectation().name(),
          one.passed() ? Figures.of(one.value()) : one.reason(),
          one.expectation().bound());
    }
    result.digest().ifPresent(digest -> screen.print("digest %s", digest));
    screen.print("trust  %s", result.trust().verdict().text());
    result.trust().reasons().forEach(reason -> screen.print("       %s", reason));
    screen.print("report %s", result.report());
    screen.print(result.passed() ? "passed" : "failed (seed " + result.telling().seed() + ")");
  }
}
