// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.node.NodeConfig;
import rani.service.OptionReader;
import rani.service.ServiceProvider;
import rani.service.WordReader;
import rani.wire.Address;

/**
 * Options of one service in a file. A bad value is reported with its location and read as the
 * default, so that all problems are found at once.
 */
public class LocatedOptions extends KeyOptions {
  /** Location of the arguments of a service's verb, which are in no file. */
  private static final Location WORDS = Location.ofFile("words");

  private static final String BEGINNING = "start";
  private static final String AT_ONCE = "at-once";
  private static final String ON_PACKET = "on-packet";
  private static final String IDLE_STOP = "idle-stop";
  private static final long IDLE_STOP_NANOS_MIN = 100_000_000;

  private final MapReader reader;
  private final Problems problems;
  private final SequencedMap<String, Integer> addresses;
  private final List<LocatedOptions> nested = new ArrayList<>();

  /** Creates a reader, given the virtual address of each node by name. */
  public LocatedOptions(
      LocatedMap map, SequencedMap<String, Integer> addresses, Problems problems) {
    this(new MapReader(map, problems), addresses, problems);
  }

  private LocatedOptions(
      MapReader reader, SequencedMap<String, Integer> addresses, Problems problems) {
    super(reader);
    this.reader = reader;
    this.problems = problems;
    this.addresses = addresses;
  }

  /** Reads when the service is started, an option of every service. */
  public NodeConfig.Beginning beginning() {
    return beginning(this);
  }

  private static NodeConfig.Beginning beginning(OptionReader options) {
    String meaning =
        "Whether the service is started with its node, or by the first active packet that asks for"
            + " it.";
    return options.oneOf(BEGINNING, AT_ONCE, List.of(AT_ONCE, ON_PACKET), meaning).equals(ON_PACKET)
        ? NodeConfig.Beginning.ON_PACKET
        : NodeConfig.Beginning.AT_ONCE;
  }

  private static long idleStopNanos(OptionReader options) {
    String meaning =
        "With `start: on-packet`: it is stopped when no one has asked for it for so long, at least"
            + " 100ms, and waits for the next packet that does.";
    return options.has(IDLE_STOP) ? options.durationNanos(IDLE_STOP, 0, meaning) : 0;
  }

  /** Returns all options of a service: its own, and those of every service. */
  public static Vocabulary vocabulary(ServiceProvider provider) {
    return DescribedOptions.of(provider::create)
        .and(DescribedOptions.of(LocatedOptions::beginning))
        .and(DescribedOptions.of(LocatedOptions::idleStopNanos));
  }

  /** Reads the idle nanoseconds until a service started by a packet stops; 0 for never. */
  public long idleStopNanos() {
    long nanos = idleStopNanos(this);
    if (has(IDLE_STOP) && beginning() != NodeConfig.Beginning.ON_PACKET) {
      problems.report(
          reader.at(IDLE_STOP),
          "`idle-stop` is for what the next packet starts again",
          () -> "add `start: on-packet`");
    } else if (has(IDLE_STOP) && nanos < IDLE_STOP_NANOS_MIN) {
      problems.report(
          reader.at(IDLE_STOP),
          "`idle-stop` is at least " + Units.printDuration(IDLE_STOP_NANOS_MIN));
    }
    return nanos;
  }

  /** Reports the options that the service did not read, at every depth. */
  public void finish() {
    reader.finish();
    nested.forEach(LocatedOptions::finish);
  }

  @Override
  public <T> T value(String name, String defaultText, Function<String, T> reading, String meaning) {
    if (reader.value(name).isEmpty()) {
      return reading.apply(defaultText);
    }
    List<String> members = reader.texts(name).stream().map(LocatedScalar::text).toList();
    try {
      return reading.apply(String.join(",", members));
    } catch (IllegalArgumentException e) {
      problems.report(reader.at(name), Quoted.of(name) + ": " + e.getMessage());
      return reading.apply(defaultText);
    }
  }

  @Override
  public boolean has(String name) {
    return reader.value(name).isPresent();
  }

  @Override
  public int node(String name, String meaning) {
    reader.require(name);
    return reader.value(name).map(value -> address(name, value)).orElse(0);
  }

  @Override
  public List<OptionReader> each(String name, String meaning) {
    List<OptionReader> readers = new ArrayList<>();
    for (LocatedValue value : reader.values(name)) {
      MapReader.mapOf(value, "each member of " + Quoted.of(name), problems)
          .ifPresent(
              map -> {
                LocatedOptions options = new LocatedOptions(map, addresses, problems);
                nested.add(options);
                readers.add(options);
              });
    }
    return readers;
  }

  @Override
  public WordReader words() {
    // A local variable, so that the result references neither this reader nor the file's options.
    SequencedMap<String, Integer> known = addresses;
    return new WordReader() {
      @Override
      public <T> T read(List<String> words, Function<OptionReader, T> reading) {
        return readWords(words, known, reading);
      }
    };
  }

  private static <T> T readWords(
      List<String> words,
      SequencedMap<String, Integer> addresses,
      Function<OptionReader, T> reading) {
    LocatedMap map = LocatedMap.empty(WORDS);
    for (String word : words) {
      int sign = word.indexOf('=');
      String name = word.substring(0, Math.max(0, sign));
      if (name.isEmpty() || map.get(name).isPresent()) {
        throw new IllegalArgumentException(
            Quoted.of(word) + (name.isEmpty() ? " is not NAME=VALUE" : " says it once more"));
      }
      map = map.with(name, WORDS, new LocatedScalar(WORDS, word.substring(sign + 1), true));
    }
    Problems problems = new Problems();
    LocatedOptions options = new LocatedOptions(map, addresses, problems);
    T read = null;
    String unfit = "";
    try {
      read = reading.apply(options);
    } catch (IllegalArgumentException e) {
      unfit = String.valueOf(e.getMessage()); // reported only if each word by itself is valid
    }
    options.finish();
    try {
      problems.throwIfAny();
    } catch (FileError e) {
      throw new IllegalArgumentException(inWords(e), e);
    }
    if (read == null) {
      throw new IllegalArgumentException(unfit);
    }
    return read;
  }

  /** Returns the problems without locations, because arguments of a verb have none. */
  private static String inWords(FileError error) {
    return error.problems().stream()
        .map(each -> each.message() + (each.hint().isEmpty() ? "" : " (" + each.hint() + ")"))
        .collect(Collectors.joining("; "));
  }

  private int address(String key, LocatedValue value) {
    String name = value instanceof LocatedScalar scalar ? scalar.text() : "";
    Integer address = addresses.get(name);
    if (address != null) {
      return address;
    }
    if (value.at().equals(WORDS)) {
      try {
        return Address.parse(
            name); // arguments may contain the address of a node that the file does not know
      } catch (IllegalArgumentException noAddress) {
        // the text is taken for a name
      }
    }
    problems.reportName(
        value.at(),
        Quoted.of(key) + " takes the name of a node, found " + value.described(),
        name,
        addresses.sequencedKeySet());
    return 0;
  }
}
