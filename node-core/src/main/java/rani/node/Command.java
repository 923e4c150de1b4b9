// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.List;

/** What a node may be asked from outside the network, by its operator or the lab. */
public sealed interface Command {
  /** Starts the services and says hello on every link. */
  record Start() implements Command {}

  /** The experiment's time zero: traffic begins. */
  record Go() implements Command {}

  /** Stops the services and lets go of every frame. */
  record Stop() implements Command {}

  /** Asks for the node's state. */
  record Show(Subject subject) implements Command {}

  /** Says a service's own verb. */
  record Tell(String service, String verb, List<String> arguments) implements Command {}

  /** What can be shown. */
  enum Subject {
    /** Name, address, links up, traffic done. */
    STATUS,
    /** The books: arrivals, departures, drops by reason. */
    COUNTERS,
    /** Links with their neighbours, states and lateness. */
    LINKS,
    /** Queues with their occupancy and averages. */
    QUEUES,
    /** Ingress filters and diversions. */
    FILTERS,
    /** Destinations and the links they are reached by. */
    ROUTES,
    /** Services with their own facts. */
    SERVICES
  }
}
