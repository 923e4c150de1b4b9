// SPDX-License-Identifier: Apache-2.0
package rani.service;

/** What a service decides about a packet that it was shown. The node acts on it. */
public enum Fate {
  /** Goes on as if the service were not there. */
  FORWARD,
  /** Has reached what it was for. */
  CONSUME,
  /** Is dropped and counted as {@code discarded}. */
  DISCARD,
  /** Is dropped and counted as {@code bad-message}: it does not parse, or asks too much. */
  REFUSE,
  /** Stays in its diversion; for diverted packets alone, elsewhere it means FORWARD. */
  HOLD
}
