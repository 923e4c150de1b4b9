// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import rani.study.expectation.Expectation;
import rani.study.experiment.Experiment;
import rani.study.experiment.Paper;

/**
 * What one seed of each shipped experiment came to when that was last said to be meant: the digest
 * of its trace, and the metrics that its file expects something of or that its paper prints. A line
 * each: how much of the experiment is run, its name, what is pinned, the value.
 */
final class Pins {
  /** Whether the file is to be written again, of one trial each. */
  static final boolean REWRITE = Boolean.getBoolean("rani.pins");

  private static final Path FILE = Path.of("resources", "golden", "pins.txt");
  private static final String COMMAND =
      "mvn verify -pl src/rooms -am -Dtest=EveryExperimentTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Drani.pins=true";
  private static final String DIGEST = "digest";
  private static final String NONE = "none";
  private static final int KEY_WORDS = 3;

  private final String extent;
  private final SortedMap<String, String> known = new TreeMap<>();

  private Pins(String extent) {
    this.extent = extent;
  }

  /**
   * Reads the file.
   *
   * @param extent how much of each experiment is run
   */
  static Pins read(String extent) throws IOException {
    Pins pins = new Pins(extent);
    if (Files.exists(FILE)) {
      for (String line : Files.readAllLines(FILE)) {
        int at = line.lastIndexOf(' ');
        pins.known.put(line.substring(0, at), line.substring(at + 1));
      }
    }
    return pins;
  }

  /** What has moved, a line each; nothing if the file is to be written again. */
  synchronized List<String> moved(String name, Experiment experiment, Trial trial) {
    SequencedMap<String, String> now = new LinkedHashMap<>();
    for (String metric : metrics(experiment)) {
      Double value = trial.metrics().get(metric);
      now.put(metric, value == null ? NONE : value.toString());
    }
    now.put(DIGEST, trial.digest().orElse(NONE));
    String prefix = extent + " " + name + " ";
    if (REWRITE) {
      known.keySet().removeIf(key -> key.startsWith(prefix));
      now.forEach((what, value) -> known.put(prefix + what, value));
      return List.of();
    }
    List<String> moved = new ArrayList<>();
    now.forEach(
        (what, is) -> {
          String was = known.getOrDefault(prefix + what, "not pinned");
          if (!was.equals(is)) {
            moved.add("%s, seed %d: %s was %s, is %s".formatted(name, trial.seed(), what, was, is));
          }
        });
    if (!moved.isEmpty()) {
      moved.add("if this is meant, run `" + command() + "`, and say why in the commit");
    }
    return moved;
  }

  private String command() {
    return extent.equals("whole") ? COMMAND + " -Plong" : COMMAND;
  }

  private static SequencedSet<String> metrics(Experiment experiment) {
    SequencedSet<String> metrics = new LinkedHashSet<>();
    experiment.expectations().stream().map(Expectation::metric).forEach(metrics::add);
    Paper paper = experiment.paper();
    if (paper != null) {
      metrics.addAll(paper.values().keySet());
    }
    return metrics;
  }

  /** Pins of experiments that are no longer shipped. */
  SequencedSet<String> stray(List<String> shipped) {
    SequencedSet<String> stray = new LinkedHashSet<>();
    for (String key : known.keySet()) {
      String name = key.split(" ", KEY_WORDS)[1];
      if (!shipped.contains(name)) {
        stray.add(name);
      }
    }
    return stray;
  }

  /** Writes the file, if it is to be written again. */
  synchronized void write(List<String> shipped) throws IOException {
    if (REWRITE) {
      SequencedSet<String> gone = stray(shipped);
      known.keySet().removeIf(key -> gone.contains(key.split(" ", KEY_WORDS)[1]));
      List<String> lines = new ArrayList<>();
      known.forEach((key, value) -> lines.add(key + " " + value));
      Files.write(FILE, lines);
    }
  }
}
