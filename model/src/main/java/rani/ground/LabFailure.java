// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/**
 * Reports that a run could not be carried out: a port is in use, a link did not come up, a node
 * died. The message names the culprit and is shown to the user unchanged.
 */
public final class LabFailure extends Exception {
  private static final long serialVersionUID = 1;

  public LabFailure(String message) {
    super(message);
  }

  public LabFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
