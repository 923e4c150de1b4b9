// SPDX-License-Identifier: Apache-2.0
package rani.tools.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.json.Json;

class EventEncoderTest {
  private static final Instant TIME = Instant.parse("2026-11-29T07:30:11.123Z");
  private static final String FORGED = "x\n2026-11-29T07:30:12Z ERROR rani: y\u009b";

  private static String encoded(LogFormat format) {
    LoggingEvent event =
        new LoggingEvent(
            EventEncoderTest.class.getName(),
            new LoggerContext().getLogger("rani.a"),
            Level.WARN,
            "refused {}",
            new IllegalStateException(FORGED),
            new Object[] {"n1"});
    event.setInstant(TIME);
    event.setThreadName("main");
    return new String(new EventEncoder(format).encode(event), UTF_8);
  }

  @Test
  void ofAnExceptionOnlyTheEventsLineBeginsWithATime() {
    List<String> lines = encoded(LogFormat.TEXT).lines().toList();

    assertEquals("2026-11-29T07:30:11.123Z WARN  rani.a: refused n1", lines.getFirst());
    assertEquals("\tjava.lang.IllegalStateException: x", lines.get(1));
    assertEquals("\t2026-11-29T07:30:12Z ERROR rani: y\\u009b", lines.get(2));
    assertTrue(lines.subList(1, lines.size()).stream().allMatch(line -> line.startsWith("\t")));
  }

  @Test
  void ofAnExceptionAJsonLineHasTheStackTrace() {
    String text = encoded(LogFormat.JSON);

    assertEquals(1, text.lines().count());
    assertTrue(text.contains("\\u009b"), text);
    assertEquals("2026-11-29T07:30:11.123Z", Json.find(text, "time"));
    assertEquals("refused n1", Json.find(text, "message"));
    assertEquals("WARN", Json.find(text, "level"));
    assertTrue(String.valueOf(Json.find(text, "stack-trace")).contains(FORGED), text);
  }
}
