// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

/** Reports why a text is not a value of the expected kind. */
public final class UnitError extends Exception {
  private static final long serialVersionUID = 1;

  private final String hint;

  public UnitError(String message) {
    this(message, "");
  }

  public UnitError(String message, String hint) {
    super(message, null, false, false);
    this.hint = hint;
  }

  /** Returns a suggested correction, or an empty text. */
  public String hint() {
    return hint;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
