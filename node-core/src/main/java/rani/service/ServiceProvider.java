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

/** A kind of service. Providers are found by {@link java.util.ServiceLoader}. */
public interface ServiceProvider {
  /** The smallest number for a service; those below are the node's own. */
  int NUMBER_MIN = 1;

  /** Where an active packet that asks for the service is shown to it. */
  enum Reach {
    /** At every node on the way that offers it. */
    EVERY_HOP,
    /** At its destination alone. */
    DESTINATION
  }

  /** The number in the RANI header, {@link #NUMBER_MIN}…65,535, unique in a network. */
  int number();

  /** The name in files, traces and the console: lower case, words joined by hyphens. */
  String name();

  /** Where it acts. */
  Reach reach();

  /** The messages that are sent to it, which it reads by {@link FrameView#message}. */
  default List<MessageFormat> messages() {
    return List.of();
  }

  /** Names of services that must be on the same menu, and are started before this one. */
  default List<String> dependsOn() {
    return List.of();
  }

  /**
   * Why a service of this kind cannot work on a node with such a queue; null if it can. A file or a
   * change of a running network that combines them is refused.
   */
  default @Nullable String refusal(QueueConfig queue) {
    return null;
  }

  /**
   * Whether such a service acts on flows at the request of neighbours, so that the node must record
   * which flows it forwards: {@link ServiceContext#hasForwarded}. It does so before the service
   * starts, since the first request may start it.
   */
  default boolean needsEvidence() {
    return false;
  }

  /**
   * What its operator may tell it. A node refuses other verbs and names these; if there are none,
   * {@link Service#onCommand} decides.
   */
  default List<Verb> verbs() {
    return List.of();
  }

  /** What is measured of its services, in the order in which tables show it. */
  default List<MetricRow> metrics() {
    return List.of();
  }

  /** Begins to measure its services in a run that has not begun. */
  default ServiceMetrics measure(ObservedRun run) {
    return ServiceMetrics.NONE;
  }

  /** How notes of its services are drawn; others stand in the window as they are. */
  default List<NoteMark> marks() {
    return List.of();
  }

  /** How networks that are drawn at random have one; null if they do not. */
  default @Nullable Trial trial() {
    return null;
  }

  /** Creates a service for a node, without side effects: {@code validate} discards it. */
  Service create(OptionReader options);
}
