// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.study.sweep.Shard;

/**
 * A task of an array: the number of the array's job, and the task's, which is that of its shard.
 */
record SlurmTask(long job, int shard) implements Comparable<SlurmTask> {
  /** {@code sbatch --parsable}: the job's number, and the cluster's name if there are several. */
  private static final Pattern SUBMITTED = Pattern.compile("(\\d{1,10})(?:;[\\w.-]{1,64})?");

  private static final Pattern QUEUED =
      Pattern.compile("(\\d{1,10})_(\\d{1,7})\\|([A-Z_]{1,40})\\|(.*)");
  private static final Pattern ACCOUNTED =
      Pattern.compile("(\\d{1,10})_(?:(\\d{1,7})|\\[([\\d,-]+)[^]]*])\\|([A-Z_]{1,40})\\b.*");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,7})(?:-(\\d{1,7}))?");

  /** The format of squeue(1) that is parsed here. */
  static final String QUEUE_FORMAT = "%i|%T|%r";

  /** The fields of sacct(1) that are parsed here. */
  static final String ACCOUNT_FORMAT = "JobID,State";

  private static final Comparator<SlurmTask> ORDER =
      Comparator.comparingLong(SlurmTask::job).thenComparingInt(SlurmTask::shard);

  @Override
  public int compareTo(SlurmTask other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return job + "_" + shard;
  }

  /** Returns the number of a submitted job; 0 if the output holds none. */
  static long submitted(String output) {
    String last = output.lines().map(String::strip).reduce("", (_, next) -> next);
    Matcher matcher = SUBMITTED.matcher(last);
    return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
  }

  /** Parses what squeue prints of our tasks; empty if a line has another form. */
  static Optional<SortedMap<SlurmTask, SlurmState>> queued(String output) {
    SortedMap<SlurmTask, SlurmState> states = new TreeMap<>();
    for (String line : output.split("\n")) {
      Matcher matcher = QUEUED.matcher(line.strip());
      if (matcher.matches()) {
        states.put(
            task(matcher.group(1), matcher.group(2)),
            new SlurmState(matcher.group(3), matcher.group(4)));
      } else if (!line.isBlank()) {
        return Optional.empty();
      }
    }
    return Optional.of(states);
  }

  /** Parses what sacct prints; tasks that wait may stand in one line, as {@code 12_[3-5,7]}. */
  static SortedMap<SlurmTask, SlurmState> accounted(String output) {
    SortedMap<SlurmTask, SlurmState> states = new TreeMap<>();
    for (String line : output.split("\n")) {
      Matcher matcher = ACCOUNTED.matcher(line.strip());
      if (!matcher.matches()) {
        continue;
      }
      SlurmState state = new SlurmState(matcher.group(4), "");
      if (matcher.group(2) != null) {
        states.put(task(matcher.group(1), matcher.group(2)), state);
      } else {
        for (int shard : numbers(matcher.group(3))) {
          states.put(new SlurmTask(Long.parseLong(matcher.group(1)), shard), state);
        }
      }
    }
    return states;
  }

  private static SlurmTask task(String job, String shard) {
    return new SlurmTask(Long.parseLong(job), Integer.parseInt(shard));
  }

  /** Returns the numbers of {@code 1-3,7}; parts of another form, or too long, are none. */
  static List<Integer> numbers(String text) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : text.split(",")) {
      Matcher range = RANGE.matcher(part);
      if (range.matches()) {
        int from = Integer.parseInt(range.group(1));
        int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
        for (int k = from; k <= to && numbers.size() < Shard.SHARDS_MAX; k++) {
          numbers.add(k);
        }
      }
    }
    return numbers;
  }

  /** Returns shards as sbatch takes them: {@code 1-3,7}. */
  static String ranges(SortedSet<Integer> shards) {
    StringBuilder text = new StringBuilder();
    int from = -1;
    int to = -2;
    for (int shard : shards) {
      if (shard != to + 1) {
        append(text, from, to);
        from = shard;
      }
      to = shard;
    }
    append(text, from, to);
    return text.toString();
  }

  private static void append(StringBuilder text, int from, int to) {
    if (to >= from) {
      text.append(text.isEmpty() ? "" : ",").append(from).append(to > from ? "-" + to : "");
    }
  }
}
