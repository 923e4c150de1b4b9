// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

/** Packets that were asked for are not sent; the message says why, for a user to read. */
public final class InjectionRefused extends Exception {
  private static final long serialVersionUID = 1;

  /** Refused, for this reason. */
  public InjectionRefused(String message) {
    super(message);
  }
}
