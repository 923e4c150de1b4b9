// SPDX-License-Identifier: Apache-2.0
package rani.model.power;

import java.util.List;
import java.util.Locale;

/**
 * Effect of a topology beyond its own processes and the loopback, in one line of text. Files may
 * come from other authors, so an effect beyond these machines needs the user's consent, {@code
 * --trust}.
 */
public record Power(Kind kind, String what, boolean needsTrust) {
  public enum Kind {
    RUNS,
    /** Opens a port, or a route into other networks. */
    OPENS,
    /** Trusts code of another author. */
    TRUSTS
  }

  /** Returns a description, such as {@code opens TCP at 127.0.0.1:8080}. */
  public String text() {
    return kind.name().toLowerCase(Locale.ROOT) + " " + what;
  }

  /** Returns whether any of the effects needs the user's consent. */
  public static boolean needTrust(List<Power> powers) {
    return powers.stream().anyMatch(Power::needsTrust);
  }
}
