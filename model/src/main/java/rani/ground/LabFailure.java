// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/**
 * Reports that a run could not be carried out: a port is in use, a link did not come up, a node
 * died. The message names the culprit and is shown to the user unchanged.
 */
public final class LabFailure extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean ofInput;

  public LabFailure(String message) {
    this(message, false);
  }

  private LabFailure(String message, boolean ofInput) {
    super(message);
    this.ofInput = ofInput;
  }

  public LabFailure(String message, Throwable cause) {
    super(message, cause);
    this.ofInput = false;
  }

  /** Returns the failure of a command that names what is not there: nothing was started. */
  public static LabFailure ofInput(String message) {
    return new LabFailure(message, true);
  }

  /** Returns whether the command's input was wrong, as with {@link ExitCodes#BAD_INPUT}. */
  public boolean isOfInput() {
    return ofInput;
  }
}
