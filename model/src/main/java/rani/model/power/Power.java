// SPDX-License-Identifier: Apache-2.0
package rani.model.power;

import java.util.List;
import java.util.Locale;

/**
 * An effect of a topology on the machines that run it, beyond nodes that communicate by loopback. A
 * file is data, often of another author: what reaches further needs the user's consent, {@code
 * --trust}.
 *
 * @param kind of what it does
 * @param what it does, one line without control characters
 * @param needsTrust whether it takes that word
 */
public record Power(Kind kind, String what, boolean needsTrust) {

  /** What is done. */
  public enum Kind {
    /** A program. */
    RUNS,
    /** A port, or a route into other networks. */
    OPENS,
    /** Another's code. */
    TRUSTS
  }

  /** In words, such as {@code opens TCP at 127.0.0.1:8080}. */
  public String text() {
    return kind.name().toLowerCase(Locale.ROOT) + " " + what;
  }

  /** Whether any of them takes trust. */
  public static boolean needTrust(List<Power> powers) {
    return powers.stream().anyMatch(Power::needsTrust);
  }
}
