// SPDX-License-Identifier: Apache-2.0
package rani.study.tracefile;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.node.TraceLines;
import rani.wire.Frame;
import rani.wire.PacketGlance;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Note;
import rani.world.Verdict;

/**
 * Parses one line of a trace from left to right, and replays its event. Live and virtual runs write
 * the same text: {@code TIME NODE KIND key=value …}, one event per line, ASCII. TIME is the node's
 * own time in seconds with nine decimals, not relative to the start of the run. The parser accepts
 * the lines that nodes write ({@link rani.node.TraceLines}): a replayed event is written as the
 * same line, but for keys that a later version adds at its end. A packet is replayed as a frame
 * with the fields of a {@link PacketGlance}. It uses no regular expressions, because they would
 * take longer than all further processing of a live run's hundred thousand lines per minute.
 */
public final class TraceParser {
  public static final int LINE_CHARACTERS_MAX = 4096;

  /** Kinds of events, in the order in which a packet causes them. */
  public static final String KINDS =
      "origin, arrival, verdict, head, departure, delivery, drop, filter, congestion, link, note";

  private static final String LIMIT = "note service=node event=" + TraceLines.LIMIT + " ";
  private static final int WORD_CHARACTERS_MAX = 1024;
  private static final int NOTE_VALUES_MAX = 256;
  private static final long SECONDS_MAX = Long.MAX_VALUE / 1_000_000_000L - 1;
  private static final int DECIMALS = 9;
  private static final int LINK_MAX = LinkId.NUMBER_MAX;
  private static final int QUEUED_MAX = 1_000_000_000;

  private final String line;
  private final long timeNanos;
  private final String node;
  private int at;

  /** Parses time and node of a line without its newline; throws {@link TraceFormatException}. */
  public TraceParser(String line) {
    this.line = line;
    checkCharacters();
    this.timeNanos = seconds();
    this.node = word(" ", "the node's name");
  }

  /** Parses a line and replays its event to the node's receiver, if the line is one whole event. */
  public static void replay(String line, Function<String, NodeTrace> nodes) {
    TraceParser parser = new TraceParser(line);
    parser.replay(nodes.apply(parser.node));
  }

  public long timeNanos() {
    return timeNanos;
  }

  public String node() {
    return node;
  }

  /** Returns whether this line says that the trace has reached its limit. */
  boolean isLimit() {
    return line.startsWith(LIMIT, at + 1);
  }

  /** Parses the rest of the line and replays its event, once; nothing if the line is malformed. */
  public void replay(NodeTrace told) {
    int kindColumn = at + 1;
    String kind = word(" ", "the kind of event");
    switch (kind) {
      case "origin" -> told.origin(timeNanos, last(packet()));
      case "arrival" -> told.arrival(timeNanos, link(), last(frame()));
      case "verdict" -> verdict(told);
      case "head" -> head(told);
      case "departure" -> {
        LinkId link = link();
        long lateNanos = number(" late=", Long.MAX_VALUE);
        told.departure(timeNanos, link, last(packet()), lateNanos);
      }
      case "delivery" ->
          told.delivery(timeNanos, word(" at=", "what took the packet"), last(packet()));
      case "drop" ->
          told.drop(
              timeNanos,
              constant(" reason=", DropReason.values(), DropReason::text),
              optionalLink(),
              last(frame()));
      case "filter" ->
          told.filter(
              timeNanos,
              constant(" change=", FilterChange.values(), FilterChange::text),
              optionalLink(),
              word(" flow=", "the flow"),
              duration(" until="),
              last(number(" caught=", Long.MAX_VALUE)));
      case "congestion" ->
          told.congestion(
              timeNanos,
              queue(),
              constant(" kind=", Congestion.values(), Congestion::text),
              last(average()));
      case "link" -> told.link(timeNanos, link(), last(either(" state=", "up", "down")));
      case "note" -> note(told);
      default ->
          throw new TraceFormatException(
              kindColumn + 1, "unknown kind '" + kind + "', expected one of " + KINDS);
    }
  }

  private void verdict(NodeTrace told) {
    String queue = queue();
    Verdict verdict = constant(" verdict=", Verdict.values(), Verdict::text);
    int queuedFrames = (int) number(" queued=", QUEUED_MAX);
    double averageFrames = average();
    told.verdict(timeNanos, queue, last(packet()), verdict, queuedFrames, averageFrames);
  }

  private void head(NodeTrace told) {
    String queue = queue();
    boolean marked = either(" verdict=", "mark", "drop");
    long sojournNanos = duration(" sojourn=");
    told.head(timeNanos, queue, last(packet()), marked, sojournNanos);
  }

  private void note(NodeTrace told) {
    String service = word(" service=", "the service");
    String event = word(" event=", "the event");
    told.note(timeNanos, service, event, values());
  }

  /** Returns the value, after passing over the keys that a later version adds behind it. */
  private <T> T last(T value) {
    while (at < line.length()) {
      int end = line.indexOf(' ', at + 1);
      end = end < 0 ? line.length() : end;
      int equals = line.indexOf('=', at);
      if (line.charAt(at) != ' ' || equals <= at + 1 || equals >= end - 1) {
        throw error("unexpected '" + rest() + "'");
      }
      at = end;
    }
    return value;
  }

  private void checkCharacters() {
    if (line.length() > LINE_CHARACTERS_MAX) {
      throw new TraceFormatException(
          LINE_CHARACTERS_MAX + 1,
          "the line is longer than " + LINE_CHARACTERS_MAX + " characters");
    }
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c < ' ' || c > '~') {
        throw new TraceFormatException(i + 1, "a character that is not printable ASCII");
      }
    }
  }

  private String queue() {
    return word(" queue=", "the queue");
  }

  private long duration(String key) {
    expect(key);
    return seconds();
  }

  /**
   * Parses an arrived or dropped packet; an unreadable frame has only a length and becomes zeros.
   */
  private ByteBuf frame() {
    if (!line.startsWith(" frame=", at)) {
      return packet();
    }
    int bytes = (int) number(" frame=", Frame.LENGTH_MAX);
    if (!take("bytes")) {
      throw error("expected 'bytes' after the length of the frame");
    }
    return Unpooled.wrappedBuffer(new byte[bytes]);
  }

  private ByteBuf packet() {
    int from = at;
    long addresses = (long) address(" from=") << Integer.SIZE;
    addresses |= Integer.toUnsignedLong(address(" to="));
    int protocol = (int) number(" proto=", 255);
    int identification = (int) number(" id=", 65_535);
    int lengthBytes = (int) number(" len=", 65_535);
    long ports = Frame.NO_PORT;
    if (line.startsWith(" sport=", at)) {
      ports = number(" sport=", 65_535) << Short.SIZE | number(" dport=", 65_535);
    }
    boolean isActive = line.startsWith(" service=", at);
    int service = isActive ? (int) number(" service=", 65_535) : PacketGlance.NO_SERVICE;
    boolean isControl = take(" control");
    ByteBuf frame =
        PacketGlance.frame(
            addresses, protocol, identification, lengthBytes, ports, service, isControl);
    if (frame == null) {
      throw new TraceFormatException(
          from + 2, "there is no packet '" + line.substring(from + 1, at) + "'");
    }
    return frame;
  }

  private LinkId link() {
    return new LinkId((int) number(" link=", LINK_MAX));
  }

  private @Nullable LinkId optionalLink() {
    return line.startsWith(" link=", at) ? link() : null;
  }

  private <E> E constant(String key, E[] constants, Function<E, String> name) {
    int column = at + 2;
    String text = word(key, "its name");
    for (E constant : constants) {
      if (name.apply(constant).equals(text)) {
        return constant;
      }
    }
    String names = Arrays.stream(constants).map(name).collect(Collectors.joining(", "));
    throw new TraceFormatException(
        column, "unknown " + key.strip() + text + ", expected one of " + names);
  }

  private boolean either(String key, String yes, String no) {
    int column = at;
    String text = word(key, yes + " or " + no);
    if (!text.equals(yes) && !text.equals(no)) {
      throw new TraceFormatException(
          column + 2, "'" + text + "' where " + yes + " or " + no + " was expected");
    }
    return text.equals(yes);
  }

  private double average() {
    int column = at;
    String text = word(" average=", "the average");
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)
          && value >= 0
          && Character.isDigit(text.charAt(text.length() - 1))) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, like every bad average
    }
    throw new TraceFormatException(
        column + 2, "'" + text + "' is no average: a number of frames, 0 or more");
  }

  /** Parses the values of a note, whose keys must be unique. */
  private Note values() {
    Note note = Note.NOTHING;
    Set<String> keys = new HashSet<>(Set.of("service", "event"));
    while (at < line.length()) {
      int column = at + 2;
      String pair = word(" ", "key=value");
      int equals = pair.indexOf('=');
      if (equals <= 0 || equals == pair.length() - 1) {
        throw new TraceFormatException(column, "'" + pair + "' where key=value was expected");
      }
      String key = pair.substring(0, equals);
      if (!keys.add(key)) {
        throw new TraceFormatException(column, "the key '" + key + "' again");
      }
      if (keys.size() > NOTE_VALUES_MAX) {
        throw new TraceFormatException(column, "more than " + NOTE_VALUES_MAX + " values");
      }
      note = note.and(key, pair.substring(equals + 1));
    }
    return note;
  }

  /** Parses a word up to the next space; {@code key} begins with the space before it. */
  private String word(String key, String what) {
    if (!take(key)) {
      throw error("expected '" + key.strip() + "' with " + what);
    }
    int end = line.indexOf(' ', at);
    end = end < 0 ? line.length() : end;
    if (end == at) {
      throw error("expected " + what);
    }
    if (end - at > WORD_CHARACTERS_MAX) {
      throw error(what + " is longer than " + WORD_CHARACTERS_MAX + " characters");
    }
    String word = line.substring(at, end);
    at = end;
    return word;
  }

  private long number(String key, long max) {
    expect(key);
    return digits(max);
  }

  private long digits(long max) {
    int start = at;
    long value = 0;
    while (at < line.length() && isDigit(line.charAt(at))) {
      int digit = line.charAt(at) - '0';
      if (value > (max - digit) / 10) {
        throw new TraceFormatException(start + 1, "the number is over " + max);
      }
      value = value * 10 + digit;
      at++;
    }
    if (at == start) {
      throw error("expected a number");
    }
    if (at - start > 1 && line.charAt(start) == '0') {
      throw new TraceFormatException(start + 1, "a number with a leading zero");
    }
    return value;
  }

  private long seconds() {
    long sign = take("-") ? -1 : 1;
    long whole = digits(SECONDS_MAX);
    if (!take(".")) {
      throw error("expected seconds with nine decimals");
    }
    int start = at;
    long fraction = 0;
    while (at < line.length() && at - start < DECIMALS && isDigit(line.charAt(at))) {
      fraction = fraction * 10 + (line.charAt(at++) - '0');
    }
    if (at - start != DECIMALS) {
      throw error("expected nine decimals, found " + (at - start));
    }
    return sign * (whole * 1_000_000_000L + fraction);
  }

  private int address(String key) {
    expect(key);
    int address = 0;
    for (int part = 0; part < 4; part++) {
      if (part > 0 && !take(".")) {
        throw error("expected an IPv4 address");
      }
      address = address << Byte.SIZE | (int) digits(255);
    }
    return address;
  }

  private void expect(String key) {
    if (!take(key)) {
      throw error("expected '" + key.strip() + "'");
    }
  }

  private boolean take(String text) {
    if (!line.startsWith(text, at)) {
      return false;
    }
    at += text.length();
    return true;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private String rest() {
    String rest = line.substring(at).strip();
    return rest.length() > 40 ? rest.substring(0, 40) + "…" : rest;
  }

  private TraceFormatException error(String problem) {
    return new TraceFormatException(at + 1, problem);
  }
}
