// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/** Exit codes, the same for every command. */
public final class ExitCodes {
  /** The command succeeded, and every expectation of the experiment holds. */
  public static final int OK = 0;

  /** The command succeeded, but an expectation of the experiment does not hold. */
  public static final int FAILED = 1;

  /** Wrong options or invalid input: nothing was started. */
  public static final int BAD_INPUT = 2;

  /** The command failed while it ran. */
  public static final int NOT_CARRIED_OUT = 3;

  public static final int INTERRUPTED = 130;

  private ExitCodes() {}
}
