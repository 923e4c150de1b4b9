// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One call of the launcher, as a user would type it. */
final class RaniCommand {
  /** After this a call is killed and its test fails; a build by Maven fits in. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** What is waited for must have been said by then. */
  private static final Duration WORDS_LIMIT = Duration.ofMinutes(1);

  /** Processes that inherited the streams of a call must have closed them by then. */
  private static final Duration STREAMS_LIMIT = Duration.ofSeconds(20);

  /** These calls and their nodes are over before the second compiler would have paid for itself. */
  static final String QUICK = "-XX:TieredStopAtLevel=1";

  private final ProcessBuilder builder;

  private RaniCommand(Path launcher, List<String> arguments) {
    // Who starts the tests in the background may have had SIGINT ignored, and a JVM that inherits
    // this stays deaf to Ctrl-C (POSIX shells do it to what follows an `&`).
    List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT"));
    words.add(launcher.toString());
    words.addAll(arguments);
    builder = new ProcessBuilder(words);
  }

  /** {@code ./rani} of this source tree, working on the distribution that Maven has just built. */
  static RaniCommand rani(String... arguments) {
    Prepared.ONCE.expectExit(0);
    return ofThisTree(arguments).with("JAVA_TOOL_OPTIONS", QUICK);
  }

  private static RaniCommand ofThisTree(String... arguments) {
    return launcher(Checkout.root().resolve("rani"), arguments)
        .with("RANI_DIST", Checkout.distribution().toString());
  }

  /** The first start of a distribution prepares it, and one that came meanwhile would say so. */
  private static final class Prepared {
    static final Outcome ONCE = ofThisTree("--version").with("JAVA_TOOL_OPTIONS", QUICK).run();
  }

  /** Another launcher, with no distribution named. */
  static RaniCommand launcher(Path launcher, String... arguments) {
    return new RaniCommand(launcher, List.of(arguments)).without("RANI_DIST");
  }

  RaniCommand with(String variable, String value) {
    builder.environment().put(variable, value);
    return this;
  }

  RaniCommand without(String variable) {
    builder.environment().remove(variable);
    return this;
  }

  RaniCommand in(Path folder) {
    builder.directory(folder.toFile());
    return this;
  }

  /** The same, started by another program. */
  RaniCommand inside(List<String> program) {
    builder.command().addAll(0, program);
    return this;
  }

  /** Runs to the end; standard input is empty. */
  Outcome run() {
    return start().await();
  }

  /** Starts without waiting; standard input is empty. */
  Running start() {
    builder.redirectInput(new File("/dev/null"));
    return startWithInput();
  }

  /** Starts without waiting; standard input stays open until the test closes it. */
  Running startWithInput() {
    try {
      Process process = builder.start();
      return new Running(
          toString(),
          process,
          new Transcript(process.getInputStream()),
          new Transcript(process.getErrorStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was written to standard error, but that a test gave the JVM options of its own. */
  static String withoutWordsOfTheJvm(String err) {
    return err.replaceAll("(?m)^Picked up JAVA_TOOL_OPTIONS: .*\\R", "");
  }

  /** The line that does the same again, without the environment. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    for (String word : builder.command()) {
      words.add(word.matches("[\\w./=:,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'");
    }
    File folder = builder.directory();
    return (folder == null ? "" : "cd '" + folder + "' && ") + String.join(" ", words);
  }

  /**
   * A call under way.
   *
   * @param out what it has written to standard output so far
   * @param err what it has written to standard error so far
   */
  record Running(String command, Process process, Transcript out, Transcript err) {
    /** Waits for the end; only then is all that it wrote known. */
    Outcome await() {
      return await(LIMIT);
    }

    /** Waits for the end; a call that takes longer is killed, and the test fails. */
    Outcome await(Duration limit) {
      try {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly().waitFor();
          throw new AssertionError("not done after " + limit + ": " + this);
        }
        if (!out.awaitEnd(STREAMS_LIMIT) || !err.awaitEnd(STREAMS_LIMIT)) {
          throw new AssertionError("it ended, but left someone holding its streams: " + this);
        }
        return new Outcome(
            command, process.exitValue(), out.text(), withoutWordsOfTheJvm(err.text()));
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
    }

    /** Waits until a line of standard error holds these words; the call may end before. */
    Running untilSaid(String words) {
      if (!err.await(line -> line.contains(words), WORDS_LIMIT)) {
        throw new AssertionError("never said '" + words + "': " + this);
      }
      return this;
    }

    /** Waits for a whole line of standard output that begins so; what follows in it. */
    String printed(String beginning) {
      Pattern line = Pattern.compile("(?m)^" + Pattern.quote(beginning) + "(.*)\n");
      boolean _ = out.awaitText(text -> line.matcher(text).find(), WORDS_LIMIT);
      Matcher found = line.matcher(out.text());
      if (!found.find()) {
        throw new AssertionError("never printed '" + beginning + "': " + this);
      }
      return found.group(1);
    }

    /** What Ctrl-C sends, or another signal by its name. */
    void signal(String name) {
      Signals.send(name, process.toHandle());
    }

    @Override
    public String toString() {
      return command + "\n-- standard output\n" + out.text() + "-- standard error\n" + err.text();
    }
  }

  /**
   * What a call left.
   *
   * @param exit its exit code
   * @param out what it wrote to standard output
   * @param err what it wrote to standard error
   */
  record Outcome(String command, int exit, String out, String err) {
    /** The same, if it ended as expected. */
    Outcome expectExit(int expected) {
      if (exit != expected) {
        throw new AssertionError("exit " + exit + ", not " + expected + ": " + this);
      }
      return this;
    }

    @Override
    public String toString() {
      return command
          + "\n-- exit "
          + exit
          + "\n-- standard output\n"
          + out
          + "-- standard error\n"
          + err;
    }
  }
}
