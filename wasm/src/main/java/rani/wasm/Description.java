// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.service.ServiceProvider;
import rani.service.ServiceProvider.Reach;

/**
 * What a module says of the service that it is: the text of its function {@code describe}.
 *
 * @param captureBytes how many bytes of a packet the window shows
 * @param messages types of messages that the service takes
 * @param evidence see {@link ServiceProvider#needsEvidence}
 */
public record Description(
    String name,
    int number,
    String version,
    Reach reach,
    String summary,
    List<String> dependsOn,
    boolean evidence,
    int captureBytes,
    List<Integer> messages,
    List<Option> options,
    List<Fact> facts,
    List<Noted> notes) {
  private static final int NUMBER_MAX = 64_999;
  private static final int CAPTURE_BYTES_DEFAULT = 128;
  private static final int CAPTURE_BYTES_MAX = 65_535;
  private static final int MESSAGE_TYPE_MAX = 255;

  /** Facts that a node shows of services, which a module cannot show in their place. */
  private static final List<String> OF_NODE =
      List.of(
          "stopped",
          "dormant",
          "suspended",
          "failures",
          "last-failure",
          "blocked",
          "budgets",
          "packets-shown",
          "calls",
          "fuel-used",
          "memory-pages",
          "traps",
          "sha256",
          "module-bytes",
          "service",
          "version",
          "key",
          "loaded",
          "from");

  /** Notes that a node writes of every service, which a module cannot write in its place. */
  static final List<String> NOTES_OF_NODE =
      List.of("start", "stop", "failure", "blocked", "suspended");

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");
  private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z][0-9A-Za-z.+-]{0,31}");
  private static final Pattern TEXT = Pattern.compile("[ -~]{1,200}");

  public Description {
    dependsOn = List.copyOf(dependsOn);
    messages = List.copyOf(messages);
    options = List.copyOf(options);
    facts = List.copyOf(facts);
    notes = List.copyOf(notes);
  }

  /** A fact that the service sets, of a kind that {@link ValueKind#isOfFacts facts} have. */
  public record Fact(String name, ValueKind kind) {}

  /** Kinds of values in facts and notes. */
  public enum ValueKind {
    INTEGER,
    REAL,
    /** A virtual IPv4 address. */
    ADDRESS,
    /** The key of a flow: two values. */
    FLOW,
    /** A queue by its link; −1 is the node's own. */
    QUEUE,
    TRUTH,
    /** A time: shown is whether it is still to come. */
    UNTIL;

    boolean isOfFacts() {
      return this == INTEGER || this == REAL || this == TRUTH || this == UNTIL;
    }
  }

  /** A note that the service writes, with names and kinds of its values. */
  public record Noted(String event, List<Value> values) {
    public Noted {
      values = List.copyOf(values);
    }

    int slots() {
      return values.stream().mapToInt(each -> each.kind() == ValueKind.FLOW ? 2 : 1).sum();
    }
  }

  /** A value of a note. */
  public record Value(String name, ValueKind kind) {}

  /**
   * An option.
   *
   * @param kind first word of its declaration after the name
   * @param words its default and limits
   */
  public record Option(String name, String kind, List<String> words, String meaning) {
    public Option {
      words = List.copyOf(words);
    }

    private long whole(int word) {
      return Long.parseLong(words.get(word));
    }

    private double real(int word) {
      return Double.parseDouble(words.get(word));
    }

    private List<String> choices() {
      return List.of(words.get(1).split(",", -1));
    }

    /** Reads the option: a whole number, or the bits of a floating-point number. */
    long read(OptionReader reader) {
      return switch (kind) {
        case "integer" -> reader.count(name, whole(0), whole(1), whole(2), meaning);
        case "duration" -> reader.durationNanos(name, nanos(words.get(0)), meaning);
        case "size" ->
            reader.sizeBytes(
                name, bytes(words.get(0)), bytes(words.get(1)), bytes(words.get(2)), meaning);
        case "packets" -> reader.packets(name, whole(0), whole(1), whole(2), meaning);
        case "fraction" ->
            Double.doubleToLongBits(reader.fraction(name, real(0), real(1), real(2), meaning));
        case "rate" ->
            Double.doubleToLongBits(reader.rate(name, rate(words.get(0)), meaning).perSecond());
        case "truth" -> reader.flag(name, Boolean.parseBoolean(words.get(0)), meaning) ? 1 : 0;
        case "choice" -> choices().indexOf(reader.oneOf(name, words.get(0), choices(), meaning));
        case "node" -> Integer.toUnsignedLong(reader.node(name, meaning));
        default -> throw new IllegalStateException(kind);
      };
    }

    boolean isReal() {
      return kind.equals("fraction") || kind.equals("rate");
    }
  }

  private static final Pattern DURATION = Pattern.compile("([0-9]{1,12})(ns|us|µs|ms|s|min)");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})(B|kB|MB)");
  private static final Pattern RATE =
      Pattern.compile("([0-9]{1,12})(bit/s|kbit/s|Mbit/s|packet/s)");

  private static long nanos(String text) {
    return measure(
        DURATION,
        text,
        List.of("ns", "us", "µs", "ms", "s", "min"),
        new long[] {1, 1000, 1000, 1_000_000, 1_000_000_000, 60_000_000_000L});
  }

  private static long bytes(String text) {
    return measure(SIZE, text, List.of("B", "kB", "MB"), new long[] {1, 1000, 1_000_000});
  }

  private static Rate rate(String text) {
    long perSecond =
        measure(
            RATE,
            text,
            List.of("bit/s", "kbit/s", "Mbit/s", "packet/s"),
            new long[] {1, 1000, 1_000_000, 1});
    return text.endsWith("packet/s")
        ? Rate.packetsPerSecond((double) perSecond)
        : Rate.bitsPerSecond((double) perSecond);
  }

  private static long measure(Pattern form, String text, List<String> units, long[] factors) {
    var match = form.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException("`" + text + "` is not a number with its unit");
    }
    long number = Long.parseLong(match.group(1));
    return Math.multiplyExact(number, factors[units.indexOf(match.group(2))]);
  }

  /** Parses a description; the refusal names the line. */
  static Description parse(String text) throws CodeRefusal {
    return new Reading().read(text);
  }

  /** Parser of a description. */
  private static final class Reading {
    private String name = "";
    private int number;
    private String version = "0.0.0";
    private Reach reach = Reach.DESTINATION;
    private String summary = "A service in WebAssembly.";
    private final Set<String> dependsOn = new LinkedHashSet<>();
    private boolean evidence;
    private int captureBytes = CAPTURE_BYTES_DEFAULT;
    private final Set<Integer> messages = new LinkedHashSet<>();
    private final List<Option> options = new ArrayList<>();
    private final List<Fact> facts = new ArrayList<>();
    private final List<Noted> notes = new ArrayList<>();
    private final Set<String> names = new LinkedHashSet<>();

    Description read(String text) throws CodeRefusal {
      int line = 0;
      for (String each : text.split("\n", -1)) {
        line++;
        try {
          if (!each.isBlank()) {
            line(each.stripTrailing());
          }
        } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException e) {
          throw new CodeRefusal(
              "line " + line + " of its description, " + shown(each) + ": " + why(e), e);
        }
      }
      if (name.isEmpty() || number == 0) {
        throw new CodeRefusal("its description needs the lines `name NAME` and `number N`");
      }
      return new Description(
          name,
          number,
          version,
          reach,
          summary,
          List.copyOf(dependsOn),
          evidence,
          captureBytes,
          List.copyOf(messages),
          options,
          facts,
          notes);
    }

    private static String why(RuntimeException e) {
      return switch (e) {
        case IndexOutOfBoundsException _ -> "a word is missing";
        case NumberFormatException _ -> "a number is wanted";
        default -> String.valueOf(e.getMessage()).replaceAll("[^ -~…]", "?");
      };
    }

    private static String shown(String line) {
      String plain = line.replaceAll("[^ -~]", "?");
      return "`" + (plain.length() <= 60 ? plain : plain.substring(0, 57) + "...") + "`";
    }

    private void line(String line) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "name" -> name = require(NAME, words[1]);
        case "number" ->
            number = Math.toIntExact(within(words[1], ServiceProvider.NUMBER_MIN, NUMBER_MAX));
        case "version" -> version = require(VERSION, words[1]);
        case "reach" ->
            reach =
                switch (words[1]) {
                  case "every-hop" -> Reach.EVERY_HOP;
                  case "destination" -> Reach.DESTINATION;
                  default ->
                      throw new IllegalArgumentException("it is `every-hop` or `destination`");
                };
        case "summary" -> summary = require(TEXT, rest(words, 1));
        case "depends" -> declare(dependsOn.size(), dependsOn.add(require(NAME, words[1])));
        case "evidence" -> evidence = true;
        case "packet" -> captureBytes = Math.toIntExact(within(words[1], 0, CAPTURE_BYTES_MAX));
        case "message" ->
            declare(
                messages.size(),
                messages.add(Math.toIntExact(within(words[1], 1, MESSAGE_TYPE_MAX))));
        case "option" -> declare(options.size(), options.add(option(words)));
        case "fact" -> declare(facts.size(), facts.add(fact(words)));
        case "note" -> declare(notes.size(), notes.add(note(words)));
        default ->
            throw new IllegalArgumentException(
                "no line begins with `" + words[0].replaceAll("[^!-~]", "?") + "`");
      }
    }

    private static void declare(int count, boolean added) {
      if (!added || count > CodeLimits.DECLARED_MAX) {
        throw new IllegalArgumentException(
            added ? "there are more than " + CodeLimits.DECLARED_MAX : "it is said twice");
      }
    }

    private static String require(Pattern form, String word) {
      if (!form.matcher(word).matches()) {
        throw new IllegalArgumentException("it cannot be read");
      }
      return word;
    }

    private static long within(String word, long min, long max) {
      long value = word.matches("-?[0-9]{1,18}") ? Long.parseLong(word) : Long.MIN_VALUE;
      if (value < min || value > max) {
        throw new IllegalArgumentException("a number from " + min + " to " + max + " is wanted");
      }
      return value;
    }

    private static String rest(String[] words, int from) {
      return String.join(" ", Arrays.asList(words).subList(from, words.length));
    }

    private String fresh(String kind, String word) {
      require(NAME, word);
      if (!names.add(kind + " " + word)) {
        throw new IllegalArgumentException("it is said twice");
      }
      return word;
    }

    private Option option(String[] words) {
      String kind = words[2];
      int count =
          switch (kind) {
            case "integer", "size", "packets", "fraction" -> 3;
            case "duration", "rate", "truth" -> 1;
            case "choice" -> 2;
            case "node" -> 0;
            default ->
                throw new IllegalArgumentException(
                    "a kind is integer, duration, size, packets, fraction, rate, truth, choice or"
                        + " node");
          };
      String option = fresh("option", words[1]);
      if (WasmProvider.OPTIONS.contains(option)) {
        throw new IllegalArgumentException("every service in WebAssembly has that option already");
      }
      List<String> values = List.copyOf(Arrays.asList(words).subList(3, 3 + count));
      String meaning = words.length == 3 + count ? "No meaning is given." : rest(words, 3 + count);
      Option read = new Option(option, kind, values, require(TEXT, meaning));
      check(read);
      return read;
    }

    private static void check(Option option) {
      if (option.kind().equals("choice")) {
        option.choices().forEach(word -> require(NAME, word));
        if (!option.choices().contains(option.words().get(0))) {
          throw new IllegalArgumentException("the default is none of the words");
        }
      } else if (!option.kind().equals("node")) {
        option.read(
            new OptionReader() {
              @Override
              public int node(String name, String meaning) {
                return 0;
              }
            });
        if (option.words().size() == 3) {
          double[] three = option.words().stream().mapToDouble(Reading::plain).toArray();
          if (!(three[1] <= three[0] && three[0] <= three[2])) {
            throw new IllegalArgumentException("the default is outside of its limits");
          }
        }
      }
    }

    private static double plain(String word) {
      return word.endsWith("B") ? (double) bytes(word) : Double.parseDouble(word);
    }

    private Fact fact(String[] words) {
      ValueKind kind = valueKind(words[2]);
      if (!kind.isOfFacts()) {
        throw new IllegalArgumentException("a fact is integer, real, truth or until");
      }
      if (OF_NODE.contains(words[1])) {
        throw new IllegalArgumentException("the node has that fact of every service");
      }
      return new Fact(fresh("fact", words[1]), kind);
    }

    private Noted note(String[] words) {
      String event = fresh("note", words[1]);
      if (NOTES_OF_NODE.contains(event)) {
        throw new IllegalArgumentException("the node writes that note of every service");
      }
      List<Value> values = new ArrayList<>();
      for (int i = 2; i < words.length; i++) {
        int sign = words[i].indexOf(':');
        if (sign < 0) {
          throw new IllegalArgumentException("a value is NAME:KIND");
        }
        String value = require(NAME, words[i].substring(0, sign));
        ValueKind kind = valueKind(words[i].substring(sign + 1));
        if (kind == ValueKind.UNTIL) {
          throw new IllegalArgumentException("a value of a note is what it is, not `until`");
        }
        values.add(new Value(value, kind));
      }
      Noted read = new Noted(event, values);
      if (read.slots() > CodeLimits.NOTE_VALUES_MAX) {
        throw new IllegalArgumentException(
            "a note has at most " + CodeLimits.NOTE_VALUES_MAX + " values");
      }
      return read;
    }

    private static ValueKind valueKind(String word) {
      for (ValueKind each : ValueKind.values()) {
        if (each.name().equalsIgnoreCase(word)) {
          return each;
        }
      }
      throw new IllegalArgumentException(
          "a kind is integer, real, address, flow, queue, truth or until");
    }
  }
}
