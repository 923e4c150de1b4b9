// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

/** A fault in the network; its time is since the start of the run. */
record Fault(long atNanos, What what) {
  sealed interface What {}

  /** An operation in the syntax of {@code schedule} in a topology file, without the time. */
  record Words(String words) implements What {}

  record Crash(String node) implements What {}

  record Restart(String node) implements What {}

  /** Offers the run's next key to all keyed links. */
  record OfferKey() implements What {}

  /** Has all keyed links use the offered key. */
  record UseKey() implements What {}

  /** An attacker records the frames that one node sends another. */
  record Overhear(String from, String to) implements What {}

  /** The attacker replays recorded frames and sends forged ones. */
  record Forge(String from, String to, int frames) implements What {}

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
