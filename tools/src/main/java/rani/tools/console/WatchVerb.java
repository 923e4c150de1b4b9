// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.tools.console.verb.ConsoleVerb;

@Command(
    name = "watch",
    customSynopsis = "watch [-n 1s] [-c COUNT] VERB…",
    description = "Repeats a verb until Ctrl-C, and redraws its output.",
    footer = {"  watch queue n7", "  watch -n 200ms flows n7", "  watch -c 3 counters"})
public final class WatchVerb extends ConsoleVerb {
  private static final long MILLIS_MIN = 50;

  @Option(
      names = "-n",
      paramLabel = "DURATION",
      description = "The time between two repetitions, at least 50ms. Default: 1s.")
  private String every = "1s";

  @Option(
      names = "-c",
      paramLabel = "COUNT",
      description = "The number of repetitions. Default: without end.")
  private long count = Long.MAX_VALUE;

  @Parameters(arity = "1..*", paramLabel = "VERB", description = "The verb and its arguments.")
  private List<String> words;

  @Override
  public Integer call() throws LabFailure {
    Duration pause = pause();
    @Nullable Consumer<String> redraw = context.json() ? null : context.session().redraw();
    try {
      for (long said = 1; said <= count; said++) {
        StringWriter frame = new StringWriter();
        PrintWriter out = new PrintWriter(frame);
        int exitCode =
            context.interpreter().execute(words, context.named(), context.json(), out, out);
        out.flush();
        if (Thread.currentThread().isInterrupted()) {
          return OK;
        }
        show(frame.toString(), redraw);
        if (!context.screen().isRead()) {
          return OK;
        }
        if (exitCode == ExitCodes.BAD_INPUT || exitCode == ExitCodes.INTERRUPTED) {
          return exitCode;
        }
        if (said < count) {
          context.session().passing().pass(pause);
        }
      }
    } catch (InterruptedException e) {
      return OK; // Ctrl-C ends it regularly
    }
    return OK;
  }

  private void show(String frame, @Nullable Consumer<String> redraw) {
    if (redraw == null) {
      printWhole(frame);
    } else {
      String title = "every " + every + ": " + String.join(" ", words) + "   (Ctrl-C ends it)";
      redraw.accept(context.session().ink().bold(title) + "\n\n" + frame);
    }
  }

  private Duration pause() {
    try {
      Duration pause = Duration.ofNanos(Units.durationNanos(every));
      if (pause.toMillis() < MILLIS_MIN || count < 1) {
        throw context.wrong("-n is at least " + MILLIS_MIN + "ms, and -c at least 1");
      }
      return pause;
    } catch (UnitError e) {
      throw context.wrong("-n: " + e.getMessage());
    }
  }
}
