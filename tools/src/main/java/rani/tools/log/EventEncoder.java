// SPDX-License-Identifier: Apache-2.0
package rani.tools.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.ground.TerminalText;
import rani.json.Json;

/**
 * Writes events in a {@link LogFormat}. What a message quotes may be a stranger's: control
 * characters are escaped as by {@link TerminalText}, and in text a line feed is followed by a tab,
 * so that only an event's own line begins with a time.
 */
final class EventEncoder extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = {};

  private final LogFormat format;

  EventEncoder(LogFormat format) {
    this.format = format;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String line = format == LogFormat.JSON ? json(event) : text(event);
    return (TerminalText.of(line) + "\n").getBytes(UTF_8);
  }

  private static String json(ILoggingEvent event) {
    SequencedMap<String, Object> members = new LinkedHashMap<>();
    members.put("time", event.getInstant());
    members.put("level", event.getLevel().levelStr);
    members.put("logger", event.getLoggerName());
    members.put("thread", event.getThreadName());
    members.put("message", event.getFormattedMessage());
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null) {
      members.put("stack-trace", ThrowableProxyUtil.asString(thrown));
    }
    return Json.print(members);
  }

  private static String text(ILoggingEvent event) {
    IThrowableProxy thrown = event.getThrowableProxy();
    String trace = thrown == null ? "" : "\n" + ThrowableProxyUtil.asString(thrown).stripTrailing();
    return "%s %-5s %s: %s"
        .formatted(
            event.getInstant(),
            event.getLevel(),
            event.getLoggerName(),
            (event.getFormattedMessage() + trace).replace("\n", "\n\t"));
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }
}
