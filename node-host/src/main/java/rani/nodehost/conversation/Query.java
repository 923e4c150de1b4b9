// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;

/**
 * A question to a node. One that is new is a constant of {@link StatusQuery}, or a record of its
 * own, and a line in {@link #all()}; control planes and their clients know none by name.
 *
 * @param <A> what is answered
 */
public sealed interface Query<A> permits StatusQuery, JourneyKept {
  /** Every question that a node's control plane answers, without its parameters. */
  static List<Query<?>> all() {
    List<Query<?>> all = new ArrayList<>(StatusQuery.SUBJECTS);
    all.add(StatusQuery.CONNECTIONS);
    all.add(StatusQuery.LOOK);
    all.add(StatusQuery.LIVE);
    all.add(new JourneyKept("", 0));
    all.add(StatusQuery.LAST_EVENTS);
    all.add(StatusQuery.THREADS);
    return all;
  }

  /**
   * The question that has a path, without parameters.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Query<?> at(String path) {
    return all().stream()
        .filter(query -> query.path().equals(path))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("nothing is asked by " + path));
  }

  /** Its path at the control plane: {@code GET /status}. */
  String path();

  /** What is asked beside the path, such as {@code watch=a&from=0}; empty for nothing. */
  default String parameters() {
    return "";
  }

  /**
   * The same question with parameters.
   *
   * @param given by name
   * @throws IllegalArgumentException if one is wrong
   */
  default Query<A> with(SequencedMap<String, String> given) {
    return this;
  }

  /**
   * A node's answer.
   *
   * @throws LabFailure if there is none
   */
  A answer(NodeView node) throws LabFailure;

  /** What the answer is, for those who read it. */
  Class<A> kind();

  /** The HTTP status of a node that has no answer: it is in no state to give one. */
  default int statusWithoutAnswer() {
    return 409;
  }
}
