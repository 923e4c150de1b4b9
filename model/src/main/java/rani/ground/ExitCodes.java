// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/** Exit codes, the same for every command. */
public final class ExitCodes {
  /** It was done, and every expectation holds. */
  public static final int OK = 0;

  /** It was done, and an expectation does not hold. */
  public static final int FAILED = 1;

  /** Bad usage, or bad input: nothing was started. */
  public static final int BAD_INPUT = 2;

  /** It could not be carried out. */
  public static final int NOT_CARRIED_OUT = 3;

  /** Interrupted by the user. */
  public static final int INTERRUPTED = 130;

  private ExitCodes() {}
}
