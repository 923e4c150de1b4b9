// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import rani.testbed.session.LinkProbe;

/** What a {@link Keeper} has an {@link Agent} do, see {@link AgentWords}. */
enum AgentVerb {
  /** {@link AgentWords.Begin}, answered by {@link AgentWords.Begun}. */
  BEGIN(30, false),
  /** The network's file, as it is now. */
  TOPOLOGY(30, false),
  /** {@link AgentWords.Launch}, answered by {@link AgentWords.Launched}. */
  LAUNCH(90, false),
  /** A node's name: ends it. */
  END(30, true),
  /** Answered by {@link AgentWords.Cpu}. */
  CPU(30, false),
  /** {@link AgentWords.Bind}, answered by {@link AgentWords.Bound}. */
  BIND(30, false),
  /** {@link AgentWords.Try}, answered by {@link LinkProbe.Heard}. */
  TRY(30, false),
  /** Answered by {@link AgentWords.Findings} about the host. */
  EXAMINE(90, false),
  /** Ends all nodes, and sends what is left of their files. */
  STOP(90, true);

  /** How long its answer may take. */
  final Duration max;

  /** Whether files of nodes come before the answer. */
  final boolean bringsFiles;

  AgentVerb(long secondsMax, boolean bringsFiles) {
    this.max = Duration.ofSeconds(secondsMax);
    this.bringsFiles = bringsFiles;
  }

  /** As it stands in calls; an agent of another build knows the first of them. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The verb of a call.
   *
   * @throws IOException if there is none
   */
  static AgentVerb of(String text) throws IOException {
    return Stream.of(values())
        .filter(verb -> verb.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IOException("an agent does not know `" + text + "`"));
  }
}
