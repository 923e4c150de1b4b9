// SPDX-License-Identifier: Apache-2.0
package rani.world;

/**
 * A node's reply to a command of its operator.
 *
 * @param ok whether the command was carried out
 * @param message reason of a refusal, or empty
 * @param facts results of the command
 */
public record Reply(boolean ok, String message, Facts facts) {
  /** The reply of a command that was carried out and has no results. */
  public static final Reply DONE = of(Facts.NONE);

  /** Replies that the command was carried out, with results. */
  public static Reply of(Facts facts) {
    return new Reply(true, "", facts);
  }

  /** Replies that the command was refused. */
  public static Reply refused(String message) {
    return new Reply(false, message, Facts.NONE);
  }
}
