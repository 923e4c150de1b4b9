// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

/** What a gateway was asked to do and cannot; the message is meant for the user. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  Refusal(String message) {
    super(message);
  }
}
