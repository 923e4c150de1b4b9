// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import rani.ground.ExitCodes;
import rani.model.file.NamedFiles;
import rani.report.window.Feed.CommandResult;
import rani.testbed.Testbed;
import rani.tools.console.verb.ConsoleSession;
import rani.tools.console.verb.TimeSource;
import rani.tools.screen.TerminalColours;

/** Executes lines of the console for a page, one at a time, each with a time limit. */
public final class RemoteConsole implements AutoCloseable {
  /** Time limit of a line, which cuts off endless verbs such as {@code top}. */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  static final int LINE_CHARACTERS_MAX = 4096;
  static final int OUTPUT_CHARACTERS_MAX = 100_000;

  private final Testbed testbed;
  private final NamedFiles files;
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private final ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor();

  /** Creates a console whose lines may name only files in the run's folder. */
  public RemoteConsole(Testbed testbed, Path folder) {
    this.testbed = testbed;
    this.files = NamedFiles.of(folder);
  }

  /** Executes a line, and returns its output, errors included. */
  public CommandResult execute(String line) {
    if (line.length() > LINE_CHARACTERS_MAX) {
      return new CommandResult(
          ExitCodes.BAD_INPUT, "a line has at most " + LINE_CHARACTERS_MAX + " letters");
    }
    oneAtATime.lock();
    try {
      return sayNow(line);
    } finally {
      oneAtATime.unlock();
    }
  }

  private CommandResult sayNow(String line) {
    StringWriter output = new StringWriter();
    Future<Integer> exit = thread.submit(() -> execute(line, new PrintWriter(output, true)));
    try {
      return said(exit.get(PATIENCE.toSeconds(), TimeUnit.SECONDS), output, "");
    } catch (TimeoutException e) {
      exit.cancel(true);
      return said(
          ExitCodes.OK,
          output,
          "(this goes on; the page shows the first " + PATIENCE.toSeconds() + " s of it)");
    } catch (ExecutionException e) {
      return said(ExitCodes.NOT_CARRIED_OUT, output, "rani: " + e.getCause());
    } catch (InterruptedException e) {
      exit.cancel(true);
      Thread.currentThread().interrupt();
      return said(ExitCodes.NOT_CARRIED_OUT, output, "interrupted");
    }
  }

  private int execute(String line, PrintWriter out) {
    try {
      List<String> words = Words.of(line);
      if (words.isEmpty() || Words.isExit(words)) {
        return ExitCodes.OK;
      }
      ConsoleSession session =
          new ConsoleSession(testbed, TerminalColours.NONE, TimeSource.BY_ITSELF, files);
      return new ConsoleInterpreter(session).execute(words, List.of(), false, out, out);
    } catch (IllegalArgumentException e) {
      out.println("rani: " + e.getMessage());
      return ExitCodes.BAD_INPUT;
    }
  }

  private static CommandResult said(int exit, StringWriter output, String remark) {
    String text = output.toString();
    if (text.length() > OUTPUT_CHARACTERS_MAX) {
      text = text.substring(0, OUTPUT_CHARACTERS_MAX) + "\n(and more)\n";
    }
    return new CommandResult(exit, text + remark);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
