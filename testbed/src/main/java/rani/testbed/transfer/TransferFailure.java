// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

/** A failed transfer; the message is meant for the user. */
public final class TransferFailure extends Exception {
  private static final long serialVersionUID = 1;

  TransferFailure(String message) {
    super(message);
  }

  TransferFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
