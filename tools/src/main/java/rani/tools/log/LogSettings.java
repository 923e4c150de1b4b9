// SPDX-License-Identifier: Apache-2.0
package rani.tools.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LogbackServiceProvider;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TriggeringPolicyBase;
import ch.qos.logback.core.status.Status;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.LoggerFactory;

/**
 * What a program logs, and where. Nothing of Logback is configured by files or the environment.
 *
 * @param level the least severe level of rani's own loggers; those of libraries log no more than
 *     {@link LogLevel#INFO}
 * @param file the newest file of the log; empty for standard error
 * @param fileBytesMax size of a file in bytes from which the next event begins another
 */
public record LogSettings(
    LogLevel level, LogFormat format, Optional<Path> file, long fileBytesMax) {
  /** Number of files of a log: the newest, and those before it with {@code .1} and so on. */
  public static final int FILES_MAX = 4;

  public static final long FILE_BYTES_MAX = 16_000_000;

  /** Info and worse, as text on standard error. */
  public static final LogSettings DEFAULT =
      new LogSettings(LogLevel.INFO, LogFormat.TEXT, Optional.empty(), FILE_BYTES_MAX);

  private static final String OWN = "rani";

  /**
   * Has this JVM log by Logback, with {@link #DEFAULT}; without effect once something was logged.
   * JVMs log by slf4j-simple otherwise, which starts sooner.
   */
  public static void useLogback() {
    System.setProperty(LoggerFactory.PROVIDER_PROPERTY_KEY, LogbackServiceProvider.class.getName());
  }

  /** Replaces the settings of this JVM, which logs by Logback; fails if the file is no file. */
  public void apply() throws IOException {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.reset();
      applyTo(context);
    }
  }

  void applyTo(LoggerContext context) throws IOException {
    OutputStreamAppender<ILoggingEvent> appender =
        file.isPresent() ? files(file.get(), context) : standardError();
    EventEncoder encoder = new EventEncoder(format);
    encoder.start();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    if (!appender.isStarted()) {
      throw new IOException(failure(context));
    }
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.addAppender(appender);
    Level own = Level.valueOf(level.name());
    context.getLogger(OWN).setLevel(own);
    root.setLevel(own.isGreaterOrEqual(Level.INFO) ? own : Level.INFO);
  }

  private static OutputStreamAppender<ILoggingEvent> standardError() {
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setTarget(ConsoleTarget.SystemErr.getName());
    return appender;
  }

  private OutputStreamAppender<ILoggingEvent> files(Path newest, LoggerContext context) {
    RollingFileAppender<ILoggingEvent> appender = new OneByOne();
    appender.setFile(newest.toString());
    FixedWindowRollingPolicy older = new FixedWindowRollingPolicy();
    older.setContext(context);
    older.setParent(appender);
    older.setFileNamePattern(newest + ".%i");
    older.setMinIndex(1);
    older.setMaxIndex(FILES_MAX - 1);
    older.start();
    FullFile full = new FullFile(fileBytesMax);
    full.setContext(context);
    full.start();
    appender.setRollingPolicy(older);
    appender.setTriggeringPolicy(full);
    return appender;
  }

  /** Looks at each event; Logback's own asks the clock whether to look, which may be set back. */
  private static final class FullFile extends TriggeringPolicyBase<ILoggingEvent> {
    private final long bytesMax;

    FullFile(long bytesMax) {
      this.bytesMax = bytesMax;
    }

    @Override
    public boolean isTriggeringEvent(File active, ILoggingEvent event) {
      return active.length() >= bytesMax;
    }
  }

  /**
   * Looks at the size and writes in one step. Logback's own has a lock for each of the two: events
   * of several threads that have looked may follow each other into a file that is full.
   */
  private static final class OneByOne extends RollingFileAppender<ILoggingEvent> {
    private final ReentrantLock step = new ReentrantLock();

    @Override
    protected void subAppend(ILoggingEvent event) {
      step.lock();
      try {
        super.subAppend(event);
      } finally {
        step.unlock();
      }
    }
  }

  private static String failure(LoggerContext context) {
    return context.getStatusManager().getCopyOfStatusList().stream()
        .filter(status -> status.getEffectiveLevel() == Status.ERROR)
        .map(Status::getThrowable)
        .filter(Objects::nonNull)
        .map(Throwable::getMessage)
        .findFirst()
        .orElse("it is no file");
  }
}
