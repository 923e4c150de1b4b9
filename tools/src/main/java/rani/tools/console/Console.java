// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import rani.ground.ExitCodes;
import rani.ground.TerminalText;
import rani.ground.TerminalWriter;

/**
 * The console at a terminal: lines with history and completion. Ctrl-C cancels a line or the
 * running verb; Ctrl-D and {@code exit} leave. The network goes on however the console ends.
 */
public final class Console implements AutoCloseable {
  private static final int HISTORY_LINES_MAX = 1000;
  private static final String HOME = "\u001b[H";
  private static final String TO_END_OF_LINE = "\u001b[K";
  private static final String TO_END_OF_SCREEN = "\u001b[J";

  private final Terminal terminal;
  private final ConsoleInterpreter interpreter;
  private final LineReader reader;
  private final String prompt;
  private int rows = Integer.MAX_VALUE;

  /** Opens the terminal; the name of the run is part of the prompt. */
  public Console(ConsoleInterpreter interpreter, String run) throws IOException {
    this.interpreter = interpreter;
    this.prompt = TerminalText.of(interpreter.session().ink().bold("rani " + run + ">")) + " ";
    // JLine controls the terminal by the program `stty`, because its other providers unpack a
    // native library to a temporary file.
    terminal = TerminalBuilder.builder().system(true).provider("exec").build();
    Optional<Path> history = HistoryFile.make();
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("rani")
            .completer(new Completion(interpreter))
            .parser(parser())
            .variable(LineReader.HISTORY_SIZE, HISTORY_LINES_MAX)
            .variable(LineReader.HISTORY_FILE_SIZE, HISTORY_LINES_MAX)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.CASE_INSENSITIVE, true)
            .option(LineReader.Option.HISTORY_IGNORE_SPACE, true);
    history.ifPresent(file -> builder.variable(LineReader.HISTORY_FILE, file));
    reader = builder.build();
    interpreter.session().drawBy(this::draw);
  }

  /** Splits lines like {@link Words}: no escapes, no continuation lines. */
  private static DefaultParser parser() {
    DefaultParser parser = new DefaultParser();
    parser.setEscapeChars(new char[0]);
    parser.setEofOnUnclosedQuote(false);
    return parser;
  }

  /** Executes typed lines until the user leaves; returns 0, as failures were reported by line. */
  public int run() {
    PrintWriter out = TerminalWriter.over(terminal.writer());
    while (true) {
      try {
        List<String> words = Words.of(reader.readLine(prompt));
        if (Words.isExit(words)) {
          return ExitCodes.OK;
        }
        if (!words.isEmpty()) {
          execute(words, out);
        }
      } catch (UserInterruptException e) {
        continue; // the line is cancelled
      } catch (EndOfFileException e) {
        return ExitCodes.OK;
      } catch (IllegalArgumentException e) {
        out.println("rani: " + e.getMessage());
      }
      out.flush();
    }
  }

  private void execute(List<String> words, PrintWriter out) {
    // The height is asked before Ctrl-C may interrupt this thread, because the terminal runs
    // `stty`.
    int height = terminal.getHeight();
    rows = height > 1 ? height - 1 : Integer.MAX_VALUE;
    Thread speaker = Thread.currentThread();
    Terminal.SignalHandler before =
        terminal.handle(Terminal.Signal.INT, signal -> speaker.interrupt());
    try {
      int _ = interpreter.execute(words, List.of(), false, out, out);
    } finally {
      terminal.handle(Terminal.Signal.INT, before);
      boolean _ = Thread.interrupted(); // the interrupt was for the verb, which has ended
    }
  }

  /** Draws a screen over the previous one, truncated to the terminal's size. */
  private void draw(String frame) {
    PrintWriter out = terminal.writer();
    out.print(HOME);
    frame
        .lines()
        .limit(rows)
        .forEach(line -> out.print(TerminalText.of(line) + TO_END_OF_LINE + "\r\n"));
    out.print(TO_END_OF_SCREEN);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    terminal.close();
  }
}
