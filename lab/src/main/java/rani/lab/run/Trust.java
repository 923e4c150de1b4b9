// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.util.List;

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
      return switch (this) {
        case EXACT -> "exact";
        case GOOD -> "good";
        case DOUBTFUL -> "doubtful";
      };
    }
  }

  public Trust {
    reasons = List.copyOf(reasons);
  }

  /** A live run's trust: good if nothing speaks against it. */
  public static Trust ofLive(List<String> reasons) {
    return new Trust(reasons.isEmpty() ? Verdict.GOOD : Verdict.DOUBTFUL, reasons);
  }
}
