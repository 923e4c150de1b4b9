// SPDX-License-Identifier: Apache-2.0
package rani.tools.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Linux tells of the machine in {@code /proc}; other systems have none, and tell nothing. */
final class Proc {
  private static final Path FOLDER = Path.of("/proc");
  private static final long KIBIBYTE = 1024;
  private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");
  private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\d+)");
  private static final Pattern LOAD = Pattern.compile("\\d+\\.\\d+");
  private static final int STEAL = 7;

  private Proc() {}

  /**
   * Where the processors' time went since the machine started, in ticks: proc_stat(5).
   *
   * @param all of it
   * @param stolen what other guests of the same host had
   */
  record Ticks(long all, long stolen) {
    /** The share that others had since then, 0…1. */
    double stolenSince(Ticks before) {
      long passed = all - before.all;
      return passed <= 0 ? 0 : (double) (stolen - before.stolen) / passed;
    }
  }

  static Optional<Ticks> ticks() {
    List<String> fields = List.of(read("stat").lines().findFirst().orElse("").split("\\s+"));
    if (fields.size() <= STEAL + 1 || !fields.getFirst().equals("cpu")) {
      return Optional.empty();
    }
    List<Long> ticks = fields.subList(1, STEAL + 2).stream().map(Long::parseLong).toList();
    return Optional.of(
        new Ticks(ticks.stream().mapToLong(Long::longValue).sum(), ticks.get(STEAL)));
  }

  /** How many threads wanted to run, in the mean over the last minute. */
  static OptionalDouble load() {
    Matcher matcher = LOAD.matcher(read("loadavg"));
    return matcher.lookingAt()
        ? OptionalDouble.of(Double.parseDouble(matcher.group()))
        : OptionalDouble.empty();
  }

  /** Memory that programs could have without others being swapped out. */
  static OptionalLong availableBytes() {
    return number(AVAILABLE, read("meminfo"), KIBIBYTE);
  }

  /** How many files, sockets included, a process may have open. */
  static OptionalLong openFilesMax() {
    return number(OPEN_FILES, read("self/limits"), 1);
  }

  private static OptionalLong number(Pattern pattern, String text, long unit) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)) * unit)
        : OptionalLong.empty();
  }

  private static String read(String file) {
    try {
      return Files.readString(FOLDER.resolve(file));
    } catch (IOException e) {
      return "";
    }
  }
}
