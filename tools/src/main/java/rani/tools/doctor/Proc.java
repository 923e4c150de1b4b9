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

/** Facts about the machine from Linux's {@code /proc}; empty on other systems. */
final class Proc {
  private static final Path FOLDER = Path.of("/proc");
  private static final long KIBIBYTE = 1024;
  private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");
  private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\d+)");
  private static final Pattern LOAD = Pattern.compile("\\d+\\.\\d+");
  private static final int STEAL = 7;

  private Proc() {}

  /** Processor time since boot, in ticks, see proc_stat(5); guests of the same host stole some. */
  record Ticks(long all, long stolen) {
    /** Returns the stolen share of the time since an earlier sample, 0…1. */
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

  /** Returns the load average of the last minute. */
  static OptionalDouble load() {
    Matcher matcher = LOAD.matcher(read("loadavg"));
    return matcher.lookingAt()
        ? OptionalDouble.of(Double.parseDouble(matcher.group()))
        : OptionalDouble.empty();
  }

  static OptionalLong availableBytes() {
    return number(AVAILABLE, read("meminfo"), KIBIBYTE);
  }

  /** Returns the largest number of open files of a process, sockets included. */
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
