// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

/** A text is not a value of the wanted kind; the message says why and what is allowed. */
public final class UnitError extends Exception {

  private static final long serialVersionUID = 1;

  private final String hint;

  /** Creates the error with a one-line message. */
  public UnitError(String message) {
    this(message, "");
  }

  /** Creates the error with a one-line message and a hint. */
  public UnitError(String message, String hint) {
    super(message, null, false, false);
    this.hint = hint;
  }

  /** What may have been meant; empty when there is nothing to say. */
  public String hint() {
    return hint;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
