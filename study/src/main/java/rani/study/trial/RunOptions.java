// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import rani.live.Transport;

/**
 * How an experiment is to be run.
 *
 * @param mode in which world
 * @param inProcess whether a live run keeps all nodes in this JVM
 * @param transport what carries a live run's datagrams
 * @param seed of the first trial; trial k has seed + k − 1
 * @param trials how many, at least 1
 * @param traceFile where a virtual run's trace is written; with several trials that of the first
 * @param command what the user typed, for the record
 */
public record RunOptions(
    Mode mode,
    boolean inProcess,
    Transport transport,
    long seed,
    int trials,
    Optional<Path> traceFile,
    String command) {
  /** What a replay says again: which trial, in which world; its folder and trace are its own. */
  private static final Pattern SAID_ANEW =
      Pattern.compile(" --(?:mode|trials|seed|out|trace)[ =](?:'[^']*'|\\S+)");

  /** The command that runs just one of the trials again. */
  public String replay(long trialSeed) {
    return "%s --mode %s --trials 1 --seed %s"
        .formatted(SAID_ANEW.matcher(command).replaceAll(""), mode.text(), trialSeed);
  }

  /** A world. */
  public enum Mode {
    /** Real sockets, real time. */
    LIVE,
    /** Virtual time. */
    VIRTUAL;

    /** The word in files and on the command line. */
    public String text() {
      return this == LIVE ? "live" : "virtual";
    }
  }
}
