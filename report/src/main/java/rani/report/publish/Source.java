// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import rani.ground.LabFailure;

/**
 * The source of a table's results, as the first line of the table's comment names it: {@code NAME
 * OPTIONS…} for an experiment's sweep, {@code live NAME} for its run in real time, {@code bench
 * CASE}, or {@code $ ./rani sensitivity FILE OPTIONS…} for the output of that command.
 */
public record Source(Kind kind, String name, List<String> options) {
  static final String EXPERIMENTS = "config/experiments/";

  private static final String PRINTED = "$";
  private static final String YAML = ".yaml";

  /** The kind of run that produces results. */
  public enum Kind {
    /** Many trials in virtual time, with the same results on every machine. */
    SWEEP,
    /** Trials in real time. */
    LIVE,
    BENCH,
    /** A sensitivity analysis in virtual time. */
    CHOICES
  }

  /** Parses a table's first line, which names at least one source. */
  static List<Source> all(String head) throws LabFailure {
    List<Source> named = new ArrayList<>();
    for (String one : head.split(";")) {
      named.add(of(List.of(one.strip().split(" +"))));
    }
    return Collections.unmodifiableList(named);
  }

  private static Source of(List<String> words) throws LabFailure {
    String first = words.getFirst();
    if (first.equals(PRINTED)) {
      return printed(words);
    }
    if (first.equals("live") || first.equals("bench")) {
      if (words.size() != 2) {
        throw new LabFailure("behind `" + first + "` stands one name");
      }
      return new Source(first.equals("live") ? Kind.LIVE : Kind.BENCH, words.getLast(), List.of());
    }
    return new Source(Kind.SWEEP, first, words.subList(1, words.size()));
  }

  private static Source printed(List<String> words) throws LabFailure {
    boolean known =
        words.size() > 4
            && words.get(1).endsWith("rani")
            && words.get(2).equals("sensitivity")
            && words.get(3).startsWith(EXPERIMENTS)
            && words.get(3).endsWith(YAML)
            && words.getLast().equals("--markdown");
    if (!known) {
      throw new LabFailure(
          "of commands only `$ ./rani sensitivity "
              + EXPERIMENTS
              + "NAME.yaml OPTIONS… --markdown` can be looked up");
    }
    String file = words.get(3);
    return new Source(
        Kind.CHOICES,
        file.substring(EXPERIMENTS.length(), file.length() - YAML.length()),
        words.subList(4, words.size() - 1));
  }

  /** Returns the path of the experiment's file below the root of the source tree. */
  public String experiment() {
    return EXPERIMENTS + name + YAML;
  }

  /** Returns the name by which fields and users refer to the results. */
  public String results() {
    return kind == Kind.BENCH ? "bench-" + name : name;
  }

  /** Returns whether results depend on the machine and its load. */
  public boolean isByTheClock() {
    return kind == Kind.LIVE || kind == Kind.BENCH;
  }

  /** Returns the command that produces the results. */
  public String command() {
    List<String> words = new ArrayList<>(List.of("./rani"));
    words.addAll(
        switch (kind) {
          case SWEEP -> List.of("sweep", experiment());
          case LIVE -> List.of("run", experiment());
          case BENCH -> List.of("bench", name, "--json");
          case CHOICES -> List.of("sensitivity", experiment());
        });
    words.addAll(options);
    return String.join(" ", words);
  }

  /** Returns the command that publishes the results again. */
  String again() {
    return isByTheClock()
        ? command()
            + (kind == Kind.LIVE ? " --out DIR" : " > FILE.jsonl")
            + " && ./rani publish --take "
            + (kind == Kind.LIVE ? "DIR" : "FILE.jsonl")
        : "./rani publish --measure --only " + name;
  }
}
