// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

/** Packets are not sent; the message tells a user why. */
public final class InjectionRefused extends Exception {
  private static final long serialVersionUID = 1;

  /** Refused, for this reason. */
  public InjectionRefused(String message) {
    super(message);
  }
}
