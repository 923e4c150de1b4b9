// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rani.ground.LabFailure;
import rani.nodehost.conversation.LiveWorldFacts;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.session.LiveTrust;

/** The verdict on a run's result. Reasons name their nodes; only a doubtful result has some. */
public record Trust(Verdict verdict, List<String> reasons) {
  /** The trust in a run in virtual time. */
  public static final Trust EXACT = new Trust(Verdict.EXACT, List.of());

  public enum Verdict {
    /** Virtual time: every event happens at its exact instant. */
    EXACT,
    /** Live, and the machine was fast enough. */
    GOOD,
    /** Live, with late departures, drops in sockets, or blocking services: see the reasons. */
    DOUBTFUL;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The trust in the last {@code seconds} of a run; 0 stands for the whole run. */
  public record Recent(Trust trust, double seconds) {
    static Recent ofLive(Testbed lab) throws LabFailure {
      List<String> reasons = new ArrayList<>();
      double seconds = 0;
      for (String node : lab.ownNames()) {
        LiveWorldFacts.Recent recent = lab.node(node).ask(StatusQuery.LIVE).recent();
        if (recent != null) {
          reasons.addAll(LiveTrust.reasons(node, recent.counts()));
          seconds = Math.max(seconds, recent.seconds());
        }
      }
      return new Recent(Trust.ofLive(reasons), seconds);
    }
  }

  public Trust {
    reasons = List.copyOf(reasons);
  }

  public Trust and(String reason) {
    List<String> more = new ArrayList<>(reasons);
    more.add(reason);
    return ofLive(more);
  }

  /** Derives the trust from the total counters of the nodes of a live network. */
  static Trust ofLive(Testbed lab) throws LabFailure {
    List<String> reasons = new ArrayList<>();
    for (String name : lab.ownNames()) {
      NodeHandle node = lab.node(name);
      reasons.addAll(
          LiveTrust.reasons(name, node.ask(StatusQuery.QUEUES), node.ask(StatusQuery.LIVE)));
    }
    return ofLive(reasons);
  }

  /** Returns the trust in a live run: good if there is no reason for doubt. */
  public static Trust ofLive(List<String> reasons) {
    return new Trust(reasons.isEmpty() ? Verdict.GOOD : Verdict.DOUBTFUL, reasons);
  }
}
