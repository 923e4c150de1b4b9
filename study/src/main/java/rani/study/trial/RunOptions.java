// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import rani.live.Transport;

/**
 * Options of running an experiment.
 *
 * @param inProcess whether a live run keeps all nodes in this JVM
 * @param seed of the first trial; trial k has seed + k − 1
 * @param trials at least 1
 * @param traceFile for the trace of a virtual run; with several trials, of the first
 * @param command as the user typed it, for the record
 */
public record RunOptions(
    Mode mode,
    boolean inProcess,
    Transport transport,
    long seed,
    int trials,
    Optional<Path> traceFile,
    String command) {
  /** Options that a replay replaces or drops, because its trial, mode, folder and trace differ. */
  private static final Pattern REPLACED =
      Pattern.compile(" --(?:mode|trials|seed|out|trace)[ =](?:'[^']*'|\\S+)");

  public String replay(long trialSeed) {
    return "%s --mode %s --trials 1 --seed %s"
        .formatted(REPLACED.matcher(command).replaceAll(""), mode.text(), trialSeed);
  }

  /** Real sockets in real time, or a simulation in virtual time. */
  public enum Mode {
    LIVE,
    VIRTUAL;

    public String text() {
      return this == LIVE ? "live" : "virtual";
    }
  }
}
