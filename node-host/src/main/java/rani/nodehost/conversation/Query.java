// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;

/**
 * A query to a node. A new one is a constant of {@link StatusQuery}, or a record of its own and a
 * line in {@link #all()}; control planes and their clients know none by name.
 *
 * @param <A> the type of the answer
 */
public sealed interface Query<A> permits StatusQuery, JourneyKept {
  /** Every query that a node's control plane answers, without parameters. */
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
   * The query with a path, without parameters.
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

  /** Its query string, such as {@code watch=a&from=0}; may be empty. */
  default String parameters() {
    return "";
  }

  /**
   * The same query with parameters.
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

  /** The type of the answer, for readers of JSON. */
  Class<A> kind();

  /** The HTTP status of a node that cannot answer in its current state. */
  default int statusWithoutAnswer() {
    return 409;
  }
}
