// SPDX-License-Identifier: Apache-2.0
package rani.node;

/** A service exceeded a budget, which the message names. */
final class BudgetExceeded extends IllegalStateException {
  private static final long serialVersionUID = 1;

  BudgetExceeded(String message) {
    super(message, null);
  }
}
