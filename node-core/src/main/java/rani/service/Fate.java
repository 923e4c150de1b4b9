// SPDX-License-Identifier: Apache-2.0
package rani.service;

/** A service's decision about a packet. The node carries it out. */
public enum Fate {
  /** The packet goes on unchanged. */
  FORWARD,
  /** The packet has reached its destination and counts as delivered. */
  CONSUME,
  /** The packet is dropped and counted as {@code discarded}. */
  DISCARD,
  /** The packet is dropped and counted as {@code bad-message}: malformed, or not permitted. */
  REFUSE,
  /**
   * The packet stays in its diversion, an active one in the service's {@link
   * ServiceContext#parking}. Without either it goes on.
   */
  HOLD
}
