// SPDX-License-Identifier: Apache-2.0
package rani.parts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes down which tests of a module were skipped, and which ran something once more, each with
 * the reason, and which lost a buffer: into the file that the system property {@code rani.record}
 * names, for the end of the build.
 */
public final class TestRecord implements TestExecutionListener {
  private static final @Nullable String FILE = System.getProperty("rani.record");

  private @Nullable TestPlan plan;

  /** Says aloud that a test runs something once more, and writes it down. */
  public static void again(String test, String reason) {
    System.out.println(test + ": once more, since " + reason);
    add(RecordLine.Kind.AGAIN, 1, test, reason);
  }

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
    if (FILE != null) {
      FoundLeaks.look();
      try {
        Files.deleteIfExists(Path.of(FILE)); // of a build before
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    skipped(test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      skipped(test, result.getThrowable().map(Throwable::getMessage).orElse("no reason is given"));
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan ended) {
    if (FILE == null) {
      return; // each mutant's each test is a plan, and to collect garbage after it takes longer
    }
    for (String leak : FoundLeaks.soFar()) {
      System.err.println(leak);
      add(RecordLine.Kind.LEAKED, 1, firstOfOurs(leak), leak.lines().findFirst().orElseThrow());
    }
  }

  /** Of the calls that made a buffer the outermost within rani, which is the test's. */
  private static String firstOfOurs(String leak) {
    return leak.lines()
        .map(String::strip)
        .filter(line -> line.startsWith("rani."))
        .reduce((inner, outer) -> outer)
        .orElse("a test");
  }

  private void skipped(TestIdentifier test, String reason) {
    add(RecordLine.Kind.SKIPPED, tests(test), nameOf(test), reason);
  }

  /** How many tests one identifier stands for: all of a class, or one. */
  private int tests(TestIdentifier test) {
    return plan == null
        ? 1
        : Math.max(
            1, (int) plan.getDescendants(test).stream().filter(TestIdentifier::isTest).count());
  }

  private static String nameOf(TestIdentifier test) {
    Optional<TestSource> source = test.getSource();
    String name =
        switch (source.orElse(null)) {
          case MethodSource method -> method.getClassName();
          case ClassSource type -> type.getClassName();
          case null, default -> test.getDisplayName();
        };
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static synchronized void add(
      RecordLine.Kind kind, int count, String test, String reason) {
    if (FILE == null) {
      return;
    }
    try {
      Path file = Path.of(FILE).toAbsolutePath();
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(
          file,
          new RecordLine(kind, count, test, reason).text(),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
