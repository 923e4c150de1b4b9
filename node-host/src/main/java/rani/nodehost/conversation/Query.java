// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;

/**
 * A query to a node. A new query is a constant of {@link StatusQuery}, or a record of its own, and
 * a line in {@link #all()}; control planes and their clients name no query.
 *
 * @param <A> the type of the answer
 */
public sealed interface Query<A> permits StatusQuery, JourneyKept {
  /** Returns one query of every kind, without parameters. */
  static List<Query<?>> all() {
    List<Query<?>> all = new ArrayList<>(StatusQuery.SUBJECTS);
    all.add(StatusQuery.CONNECTIONS);
    all.add(StatusQuery.CODE);
    all.add(StatusQuery.LOOK);
    all.add(StatusQuery.LIVE);
    all.add(new JourneyKept("", 0));
    all.add(StatusQuery.LAST_EVENTS);
    all.add(StatusQuery.PROGRAMS);
    all.add(StatusQuery.THREADS);
    return all;
  }

  /** Returns the query that has a path, without parameters; throws if there is none. */
  static Query<?> at(String path) {
    return all().stream()
        .filter(query -> query.path().equals(path))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("nothing is asked by " + path));
  }

  /** Returns the path at the control plane, such as {@code /status}. */
  String path();

  /** Returns the query string, such as {@code watch=a&from=0}; may be empty. */
  default String parameters() {
    return "";
  }

  /** Returns the query with parameters, given by name; throws if a value is wrong. */
  default Query<A> with(SequencedMap<String, String> given) {
    return this;
  }

  A answer(NodeView node) throws LabFailure;

  Class<A> kind();

  /** Returns the HTTP status that reports that the node cannot answer in its current state. */
  default int statusWithoutAnswer() {
    return 409;
  }
}
