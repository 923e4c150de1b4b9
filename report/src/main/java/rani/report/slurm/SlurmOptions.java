// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.study.sweep.Shard;

/**
 * What is asked of Slurm for each task of an array, as {@code KEY=VALUE,…}. Every value becomes one
 * argument, {@code --OPTION=VALUE}, of sbatch(1).
 *
 * @param values by key, in the order in which they were written
 */
public record SlurmOptions(SequencedMap<String, String> values) {
  public static final SlurmOptions NONE = new SlurmOptions(new LinkedHashMap<>());

  /** Processors of a task, unless {@code cpus} says another number. */
  static final int CPUS = 4;

  private static final int CPUS_MAX = 4096;
  private static final int TEXT_LENGTH_MAX = 1000;
  private static final String TASKS = "tasks";
  private static final String CPUS_KEY = "cpus";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,199}");

  /** The forms of sbatch(1): minutes, m:s, h:m:s, days-h, days-h:m, days-h:m:s. */
  private static final Pattern TIME =
      Pattern.compile("\\d{1,7}(:\\d{1,2}){0,2}|\\d{1,4}-\\d{1,2}(:\\d{1,2}){0,2}");

  private static final Pattern MEMORY = Pattern.compile("[1-9]\\d{0,8}[KMGT]?");
  private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,6}");

  /**
   * A key.
   *
   * @param argument of sbatch; null if the number is not sbatch's
   * @param max the greatest value of a number; 0 for other forms
   */
  private record Key(
      String name, @Nullable String argument, Pattern form, int max, String expected) {}

  private static final String A_NAME = "a name of letters, digits and _ . @ + -";
  private static final List<Key> KEYS =
      List.of(
          new Key("partition", "partition", NAME, 0, A_NAME),
          new Key("time", "time", TIME, 0, "minutes, h:m:s or days-h:m:s"),
          new Key(CPUS_KEY, "cpus-per-task", NUMBER, CPUS_MAX, "a number up to " + CPUS_MAX),
          new Key("mem", "mem", MEMORY, 0, "a number with K, M, G or T"),
          new Key("account", "account", NAME, 0, A_NAME),
          new Key("qos", "qos", NAME, 0, A_NAME),
          new Key("constraint", "constraint", NAME, 0, A_NAME),
          new Key("reservation", "reservation", NAME, 0, A_NAME),
          new Key(TASKS, null, NUMBER, Shard.SHARDS_MAX, "a number up to " + Shard.SHARDS_MAX));

  public SlurmOptions {
    values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
  }

  /** Returns the keys that may be written. */
  public static List<String> keys() {
    return KEYS.stream().map(Key::name).toList();
  }

  /** Parses {@code KEY=VALUE,…}; an empty text has no options. */
  public static SlurmOptions parse(String text) throws UnitError {
    SequencedMap<String, String> values = new LinkedHashMap<>();
    if (text.length() > TEXT_LENGTH_MAX) {
      throw new UnitError("options of slurm are longer than " + TEXT_LENGTH_MAX + " letters", "");
    }
    for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new UnitError(
            Quoted.of(part) + " is no option of slurm", "write KEY=VALUE, such as time=2:00:00");
      }
      Key key = key(part.substring(0, equals));
      String value = part.substring(equals + 1);
      if (!key.form.matcher(value).matches()
          || (key.max > 0 && Integer.parseInt(value) > key.max)) {
        throw new UnitError(
            Quoted.of(value) + " is no value of slurm's " + key.name, "write " + key.expected);
      }
      if (values.put(key.name, value) != null) {
        throw new UnitError("slurm's " + key.name + " is given twice", "");
      }
    }
    return new SlurmOptions(values);
  }

  private static Key key(String name) throws UnitError {
    for (Key key : KEYS) {
      if (key.name.equals(name)) {
        return key;
      }
    }
    throw new UnitError(Quoted.of(name) + " is no option of slurm", Nearest.hint(name, keys()));
  }

  /** Returns the options as they are parsed. */
  public String text() {
    return values.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(","));
  }

  /** Returns the number of tasks that was asked for; 0 if none was. */
  int tasks() {
    return Integer.parseInt(values.getOrDefault(TASKS, "0"));
  }

  int cpus() {
    return Integer.parseInt(values.getOrDefault(CPUS_KEY, Integer.toString(CPUS)));
  }

  /** Returns these options over others, which hold where nothing is said here. */
  SlurmOptions over(SlurmOptions others) {
    SequencedMap<String, String> all = new LinkedHashMap<>(others.values);
    all.putAll(values);
    return new SlurmOptions(all);
  }

  /** Returns the arguments of sbatch for a task that runs trials. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(forOne());
    arguments.add("--cpus-per-task=" + cpus());
    return arguments;
  }

  /** Returns the arguments of sbatch for a job that runs no trials. */
  List<String> forOne() {
    List<String> arguments = new ArrayList<>();
    for (Key key : KEYS) {
      String value = values.get(key.name);
      if (value != null && key.argument != null && !key.name.equals(CPUS_KEY)) {
        arguments.add("--" + key.argument + "=" + value);
      }
    }
    return arguments;
  }
}
