// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import rani.ground.LabFailure;

/**
 * Results that a table names, as its first line does: {@code NAME OPTIONS…} for an experiment's
 * sweep, {@code live NAME} for its run by the clock, {@code bench CASE}, or {@code $ ./rani
 * sensitivity FILE OPTIONS…} for a table that a command prints.
 *
 * @param kind what makes them
 * @param name of the experiment or the case
 * @param options of the command, in the order in which they are typed
 */
public record Source(Kind kind, String name, List<String> options) {
  /** Where experiments lie. */
  static final String EXPERIMENTS = "config/experiments/";

  private static final String PRINTED = "$";
  private static final String YAML = ".yaml";

  /** What makes results. */
  public enum Kind {
    /** Many trials in virtual time: the same on every machine. */
    SWEEP,
    /** Trials by the clock. */
    LIVE,
    /** A benchmark. */
    BENCH,
    /** What choices of a file decide, in virtual time. */
    CHOICES
  }

  /**
   * What a table's first line names, at least one.
   *
   * @throws LabFailure if it is of none of these forms
   */
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

  /** The experiment's file, below the root of the source tree. */
  public String experiment() {
    return EXPERIMENTS + name + YAML;
  }

  /** The name of the results, by which fields and users name them. */
  public String results() {
    return kind == Kind.BENCH ? "bench-" + name : name;
  }

  /** Whether results depend on the machine and its load. */
  public boolean isByTheClock() {
    return kind == Kind.LIVE || kind == Kind.BENCH;
  }

  /** What is typed to get them. */
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

  /** The command to publish them again. */
  String again() {
    return isByTheClock()
        ? command()
            + (kind == Kind.LIVE ? " --out DIR" : " > FILE.jsonl")
            + " && ./rani publish --take "
            + (kind == Kind.LIVE ? "DIR" : "FILE.jsonl")
        : "./rani publish --measure --only " + name;
  }
}
