// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

/**
 * A fault in the network.
 *
 * @param atNanos when, after go
 */
record Fault(long atNanos, What what) {
  /** What befalls it. */
  sealed interface What {}

  /** An operation, as under {@code schedule} in a topology file, without the time. */
  record Words(String words) implements What {}

  /** A node dies. */
  record Crash(String node) implements What {}

  /** It is there again. */
  record Restart(String node) implements What {}

  /** All keyed links are offered the run's next key. */
  record OfferKey() implements What {}

  /** All keyed links use it. */
  record UseKey() implements What {}

  /** An attacker records what one node sends another. */
  record Overhear(String from, String to) implements What {}

  /** The attacker replays what it recorded, and sends forged frames. */
  record Forge(String from, String to, int frames) implements What {}

  /** A line of text: the time in seconds, and what. */
  String line() {
    String words =
        switch (what) {
          case Words said -> said.words;
          case Crash(String node) -> node + " dies";
          case Restart(String node) -> node + " is there again";
          case OfferKey() -> "the next key is offered";
          case UseKey() -> "the next key is used";
          case Overhear(String from, String to) -> "a stranger overhears " + from + " -> " + to;
          case Forge(String from, String to, int frames) ->
              "a stranger sends " + frames + " frames into " + from + " -> " + to;
        };
    return "%.3f s  %s".formatted(atNanos / 1e9, words);
  }
}
