// SPDX-License-Identifier: Apache-2.0
package rani.tools.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

class LogSettingsTest {
  private static final int FILE_BYTES_MAX = 1000;
  private static final String LONG = "x".repeat(FILE_BYTES_MAX);

  @TempDir private Path folder;

  /** Has another thread log when the size of the file has been looked at for this event. */
  private static final class Argument {
    private final Thread other;

    Argument(Logger logger) {
      this.other = new Thread(() -> logger.info(LONG));
    }

    @Override
    public String toString() {
      other.start();
      while (other.getState() != Thread.State.WAITING
          && other.getState() != Thread.State.TERMINATED) {
        Thread.onSpinWait();
      }
      return "argument";
    }
  }

  @Test
  void aFullFileTakesNoEventOfAThreadThatHasLooked() throws Exception {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    Path newest = folder.resolve("agent.log");
    new LogSettings(LogLevel.INFO, LogFormat.TEXT, Optional.of(newest), FILE_BYTES_MAX)
        .applyTo(context);
    Logger logger = context.getLogger("rani.a");

    Argument argument = new Argument(logger);
    logger.info("{}", argument);
    argument.other.join();
    logger.info("after");
    context.stop();

    List<String> full = Files.readAllLines(folder.resolve("agent.log.1"));
    assertEquals(2, full.size(), full::toString);
    assertTrue(full.getFirst().endsWith("argument"), full::toString);
    assertTrue(full.getLast().endsWith(LONG), full::toString);
    assertTrue(Files.readString(newest).endsWith("after\n"));
  }
}
