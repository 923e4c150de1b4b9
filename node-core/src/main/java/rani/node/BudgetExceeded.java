// SPDX-License-Identifier: Apache-2.0
package rani.node;

/** A service asked for more than its budget of something. The message names the budget. */
final class BudgetExceeded extends IllegalStateException {
  private static final long serialVersionUID = 1;

  BudgetExceeded(String message) {
    super(message, null);
  }
}
