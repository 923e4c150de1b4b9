// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rani.lab.LabFailure;
import rani.lab.host.LinkTest;

/** Other hosts and the links between them, in words. */
final class HostWords {
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Failures that one message holds. */
  private static final int FAILURES_SHOWN_MAX = 8;

  private HostWords() {}

  /** A host's clock, as it is known. */
  static String clock(KeeperWords.HostFacts host) {
    return String.format(
        Locale.ROOT,
        "host %s: %s, %d processors; its %s",
        host.host(),
        host.system(),
        host.processors(),
        time(host));
  }

  /** How well its time is known. */
  static String time(KeeperWords.HostFacts host) {
    return String.format(
        Locale.ROOT,
        "clock is ahead by %.6f s, known to %.3f ms",
        host.clockAheadSeconds(),
        host.clockErrorSeconds() * MILLIS_PER_SECOND);
  }

  /**
   * Tells how links between hosts are.
   *
   * @throws LabFailure if one of them does not work, with all that do not
   */
  static void require(List<LinkTest> tests, Progress progress) throws LabFailure {
    List<String> failures = new ArrayList<>();
    for (LinkTest test : tests) {
      if (test.failures().isEmpty()) {
        progress.say("link " + test.inWords());
      }
      failures.addAll(test.failures());
    }
    if (!failures.isEmpty()) {
      int more = failures.size() - FAILURES_SHOWN_MAX;
      throw new LabFailure(
          String.join("\n  ", failures.subList(0, Math.min(FAILURES_SHOWN_MAX, failures.size())))
              + (more > 0 ? "\n  … and " + more + " more" : ""));
    }
  }
}
