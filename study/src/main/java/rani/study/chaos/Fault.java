// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

/**
 * Something that befalls the network.
 *
 * @param atNanos when, after go
 */
record Fault(long atNanos, What what) {
  /** What befalls it. */
  sealed interface What {}

  /** An operator's words, as under {@code schedule} in a topology file, without the time. */
  record Words(String words) implements What {
    @Override
    public String toString() {
      return words;
    }
  }

  /** A node dies. */
  record Crash(String node) implements What {
    @Override
    public String toString() {
      return node + " dies";
    }
  }

  /** It is there again. */
  record Restart(String node) implements What {
    @Override
    public String toString() {
      return node + " is there again";
    }
  }

  /** All keyed links are offered the run's next key. */
  record OfferKey() implements What {
    @Override
    public String toString() {
      return "the next key is offered";
    }
  }

  /** All keyed links use it. */
  record UseKey() implements What {
    @Override
    public String toString() {
      return "the next key is used";
    }
  }

  /** A stranger listens to what one node sends another. */
  record Overhear(String from, String to) implements What {
    @Override
    public String toString() {
      return "a stranger overhears " + from + " -> " + to;
    }
  }

  /** The stranger sends there what he heard, and what he made up. */
  record Forge(String from, String to, int frames) implements What {
    @Override
    public String toString() {
      return "a stranger sends " + frames + " frames into " + from + " -> " + to;
    }
  }
}
