// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.queue.QueueConfig;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.wire.MessageFormat;

/** A kind of service. {@link java.util.ServiceLoader} finds the providers. */
public interface ServiceProvider {
  /** The smallest number for a service; 0 is the node itself. */
  int NUMBER_MIN = 1;

  /** The nodes at which a service sees the active packets that ask for it. */
  enum Reach {
    /** Every node on the path that offers the service. */
    EVERY_HOP,
    /** The packet's destination alone. */
    DESTINATION
  }

  /** Returns the number in the RANI header, {@link #NUMBER_MIN}…65,535, unique in a network. */
  int number();

  /**
   * Returns the number that the service's own active packets and messages ask for, {@link
   * #NUMBER_MIN}…65,535. It differs from {@link #number} if the node has chosen that, which means
   * nothing to other nodes.
   */
  default int activeNumber() {
    return number();
  }

  /**
   * Returns the number of the service that is called in this one's place with active packets that
   * ask for this one; 0 for none. This one waits on the menu, dormant, until that one replaces it:
   * {@link ServiceContext#replaceService}.
   */
  default int preparedBy() {
    return 0;
  }

  /** Returns the name in files, traces and the console: lower case, words joined by hyphens. */
  String name();

  /** Returns where the service sees active packets. */
  Reach reach();

  /** Returns the messages that the service reads by {@link FrameView#message}. */
  default List<MessageFormat> messages() {
    return List.of();
  }

  /** Returns the names of services that must be on the same menu and start before this one. */
  default List<String> dependsOn() {
    return List.of();
  }

  /**
   * Returns why services of this kind cannot work on a node with such a queue; null if they can. A
   * file or an operation that combines them is refused.
   */
  default @Nullable String refusal(QueueConfig queue) {
    return null;
  }

  /**
   * Reports whether the service acts on flows at the request of neighbours, so that the node must
   * record which flows it forwards: {@link ServiceContext#hasForwarded}. The node records them
   * before the service starts, because the first request may start it.
   */
  default boolean needsEvidence() {
    return false;
  }

  /**
   * Returns the verbs that operators may pass to the service. A node refuses other verbs and lists
   * these. If there are none, {@link Service#onCommand} decides.
   */
  default List<Verb> verbs() {
    return List.of();
  }

  /** Returns the metrics of the services, in the order in which tables show them. */
  default List<MetricRow> metrics() {
    return List.of();
  }

  /** Begins to measure the services of one run, before it begins. */
  default ServiceMetrics measure(ObservedRun run) {
    return ServiceMetrics.NONE;
  }

  /** Returns how notes of the services are drawn. The window shows other notes as text. */
  default List<NoteMark> marks() {
    return List.of();
  }

  /** Returns how randomly drawn networks use the service; null if they do not. */
  default @Nullable Trial trial() {
    return null;
  }

  /** Creates a service for a node, without side effects, because {@code validate} discards it. */
  Service create(OptionReader options);
}
