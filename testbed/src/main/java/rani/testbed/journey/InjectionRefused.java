// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

/** Packets were not sent; the message explains the reason to the user. */
public final class InjectionRefused extends Exception {
  private static final long serialVersionUID = 1;

  public InjectionRefused(String message) {
    super(message);
  }
}
