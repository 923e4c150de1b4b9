// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

/** Why a module is not accepted as a service. The message is for the user. */
public final class CodeRefusal extends Exception {
  private static final long serialVersionUID = 1;

  public CodeRefusal(String message) {
    super(message);
  }

  CodeRefusal(String message, Throwable cause) {
    super(message, cause);
  }
}
