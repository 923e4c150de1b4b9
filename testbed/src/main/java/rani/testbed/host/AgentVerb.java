// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import rani.testbed.session.LinkProbe;

/** The verbs of a {@link HostSupervisor} to an {@link Agent}. */
enum AgentVerb {
  /** {@link AgentProtocol.Begin}, answered by {@link AgentProtocol.Begun}. */
  BEGIN(30, false),
  /** Replaces the network's topology file by the text in the body. */
  TOPOLOGY(30, false),
  /** {@link AgentProtocol.Launch}, answered by {@link AgentProtocol.Launched}. */
  LAUNCH(90, false),
  /** Ends the node of the name in the body. */
  END(30, true),
  /** CPU times, as {@link AgentProtocol.Cpu}. */
  CPU(30, false),
  /** {@link AgentProtocol.Bind}, answered by {@link AgentProtocol.Bound}. */
  BIND(30, false),
  /** {@link AgentProtocol.Try}, answered by {@link LinkProbe.Heard}. */
  TRY(30, false),
  /** {@code rani doctor} of the host, as {@link AgentProtocol.Findings}. */
  EXAMINE(90, false),
  /** Ends all nodes, and sends the rest of their files. */
  STOP(90, true);

  final Duration max;

  /** Whether the agent transfers files of nodes before it answers. */
  final boolean bringsFiles;

  AgentVerb(long secondsMax, boolean bringsFiles) {
    this.max = Duration.ofSeconds(secondsMax);
    this.bringsFiles = bringsFiles;
  }

  /** Returns the verb's name in calls; {@link #BEGIN} must be the same in all builds. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static AgentVerb of(String text) throws IOException {
    return Stream.of(values())
        .filter(verb -> verb.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IOException("an agent does not know `" + text + "`"));
  }
}
