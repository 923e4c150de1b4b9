// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import rani.testbed.session.LinkProbe;

/** The verbs of a {@link HostSupervisor} to an {@link Agent}, see {@link AgentProtocol}. */
enum AgentVerb {
  /** {@link AgentProtocol.Begin}, answered by {@link AgentProtocol.Begun}. */
  BEGIN(30, false),
  /** The network's current file. */
  TOPOLOGY(30, false),
  /** {@link AgentProtocol.Launch}, answered by {@link AgentProtocol.Launched}. */
  LAUNCH(90, false),
  /** A node's name: ends it. */
  END(30, true),
  /** Answered by {@link AgentProtocol.Cpu}. */
  CPU(30, false),
  /** {@link AgentProtocol.Bind}, answered by {@link AgentProtocol.Bound}. */
  BIND(30, false),
  /** {@link AgentProtocol.Try}, answered by {@link LinkProbe.Heard}. */
  TRY(30, false),
  /** Answered by {@link AgentProtocol.Findings} about the host. */
  EXAMINE(90, false),
  /** Ends all nodes, and sends what is left of their files. */
  STOP(90, true);

  /** The time limit for the answer. */
  final Duration max;

  /** Whether files of nodes are transferred before the answer. */
  final boolean bringsFiles;

  AgentVerb(long secondsMax, boolean bringsFiles) {
    this.max = Duration.ofSeconds(secondsMax);
    this.bringsFiles = bringsFiles;
  }

  /** The verb's name in calls; the first is the same in all builds. */
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
