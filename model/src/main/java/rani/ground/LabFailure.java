// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/**
 * A run that could not be carried out: a port in use, a link that did not come up, a node that
 * died. The message names the culprit and is meant for the user as it is.
 */
public final class LabFailure extends Exception {
  private static final long serialVersionUID = 1;

  /** A failure with its explanation. */
  public LabFailure(String message) {
    super(message);
  }

  /** A failure with its explanation and its cause. */
  public LabFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
