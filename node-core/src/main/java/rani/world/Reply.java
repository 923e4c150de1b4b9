// SPDX-License-Identifier: Apache-2.0
package rani.world;

/**
 * A node's answer to a command of its operator.
 *
 * @param ok whether it did what was asked
 * @param message what went wrong, or empty
 * @param facts what it has to say
 */
public record Reply(boolean ok, String message, Facts facts) {
  /** Done, nothing to tell. */
  public static final Reply DONE = of(Facts.NONE);

  /** Done, with facts. */
  public static Reply of(Facts facts) {
    return new Reply(true, "", facts);
  }

  /** Refused. */
  public static Reply refused(String message) {
    return new Reply(false, message, Facts.NONE);
  }
}
