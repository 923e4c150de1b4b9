// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Watches every buffer between its making and its closing, and complains of those that leaked. */
final class Leaks implements AutoCloseable {
  private static final int COLLECTIONS = 5;
  private static final int BUFFERS_PER_COLLECTION = 200;

  private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
  private final Logger logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
  private final ListAppender<ILoggingEvent> reports = new ListAppender<>();

  Leaks() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    reports.start();
    logger.addAppender(reports);
    logger.setAdditive(false);
  }

  /** What was reported so far; collects garbage first, since only lost buffers are reported. */
  List<String> found() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      for (int k = 0; k < BUFFERS_PER_COLLECTION; k++) {
        ByteBufAllocator.DEFAULT.buffer(16).release(); // a new buffer makes the detector look
      }
    }
    return reports.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  /** Takes the reports so far as read. */
  void forget() {
    reports.list.clear();
  }

  @Override
  public void close() {
    try {
      assertEquals(List.of(), found());
    } finally {
      logger.detachAppender(reports);
      logger.setAdditive(true);
      ResourceLeakDetector.setLevel(before);
    }
  }
}
