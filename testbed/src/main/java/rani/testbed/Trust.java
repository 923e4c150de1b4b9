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

/**
 * How far a run may be believed.
 *
 * @param verdict in a word
 * @param reasons what speaks against it, each naming its node; empty unless doubtful
 */
public record Trust(Verdict verdict, List<String> reasons) {
  /** A run in virtual time. */
  public static final Trust EXACT = new Trust(Verdict.EXACT, List.of());

  /** In a word. */
  public enum Verdict {
    /** Virtual time: every event at its instant. */
    EXACT,
    /** Live, and punctual. */
    GOOD,
    /** Live, and late, lossy in its sockets, or blocked: the reasons say where. */
    DOUBTFUL;

    /** The word in reports and JSON. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How far the last part of a network's life may be believed.
   *
   * @param trust in that part
   * @param seconds how long it was; 0 if it is the whole life
   */
  public record Recent(Trust trust, double seconds) {
    /** By what each node of a live network tells of itself. */
    static Recent ofLive(Testbed lab) throws LabFailure {
      List<String> reasons = new ArrayList<>();
      double seconds = 0;
      for (String node : lab.names()) {
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

  /** The same of a live run with one reason more. */
  public Trust and(String reason) {
    List<String> more = new ArrayList<>(reasons);
    more.add(reason);
    return ofLive(more);
  }

  /** A live network's trust, by what its nodes tell of their lives so far. */
  static Trust ofLive(Testbed lab) throws LabFailure {
    List<String> reasons = new ArrayList<>();
    for (String name : lab.names()) {
      NodeHandle node = lab.node(name);
      reasons.addAll(
          LiveTrust.reasons(name, node.ask(StatusQuery.QUEUES), node.ask(StatusQuery.LIVE)));
    }
    return ofLive(reasons);
  }

  /** A live run's trust: good if nothing speaks against it. */
  public static Trust ofLive(List<String> reasons) {
    return new Trust(reasons.isEmpty() ? Verdict.GOOD : Verdict.DOUBTFUL, reasons);
  }
}
