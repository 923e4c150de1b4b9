// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.link.LinkConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.service.ServiceProvider;
import rani.world.LinkId;

/**
 * The configuration of a node.
 *
 * @param links in the order of their numbers, from 0
 * @param queue the node's own queue between receive and forward; null with {@code placement: link}
 * @param schedule operations at given times, in order of time
 * @param network all nodes and links at the start, from which routes are computed again when links
 *     change; it lacks a node that is added later. Null if routes never change
 * @param controlDelayNanos delay of a service message that arrives by a link before its service
 *     handles it, 0…{@link #CONTROL_DELAY_NANOS_MAX}
 * @param originKeys the node's key for signing link states, and the public keys of other nodes;
 *     null in a network without keys
 */
public record NodeConfig(
    String name,
    int address,
    List<LinkConfig> links,
    @Nullable NodeQueue queue,
    List<Route> routes,
    List<MenuEntry> menu,
    List<Timed> schedule,
    @Nullable NetworkGraph network,
    long controlDelayNanos,
    @Nullable OriginKeys originKeys) {
  /** The largest control delay: the lifetime of service messages. */
  public static final long CONTROL_DELAY_NANOS_MAX = 10_000_000_000L;

  public static final int LINKS_MAX = 1024;
  public static final int SERVICES_MAX = 64;
  public static final int SCHEDULE_MAX = 10_000;

  public NodeConfig {
    links = List.copyOf(links);
    routes = List.copyOf(routes);
    menu = List.copyOf(menu);
    schedule = List.copyOf(schedule);
    if (controlDelayNanos < 0 || controlDelayNanos > CONTROL_DELAY_NANOS_MAX) {
      throw new IllegalArgumentException(
          "a control delay is 0…" + CONTROL_DELAY_NANOS_MAX + " ns, not " + controlDelayNanos);
    }
    if (schedule.size() > SCHEDULE_MAX) {
      throw new IllegalArgumentException("a timetable has at most " + SCHEDULE_MAX + " entries");
    }
    for (int next = 1; next < schedule.size(); next++) {
      if (schedule.get(next).atNanos() < schedule.get(next - 1).atNanos()) {
        throw new IllegalArgumentException("a timetable is in order of time");
      }
    }
    if (links.size() > LINKS_MAX || menu.size() > SERVICES_MAX) {
      throw new IllegalArgumentException(
          "a node has at most " + LINKS_MAX + " links and " + SERVICES_MAX + " services");
    }
    for (int number = 0; number < links.size(); number++) {
      if (links.get(number).id().number() != number) {
        throw new IllegalArgumentException("links are numbered in order, from 0");
      }
    }
  }

  public NodeConfig(
      String name,
      int address,
      List<LinkConfig> links,
      @Nullable NodeQueue queue,
      List<Route> routes,
      List<MenuEntry> menu) {
    this(name, address, links, queue, routes, menu, List.of(), null, 0, null);
  }

  public NodeConfig withNetwork(NetworkGraph known) {
    return new NodeConfig(
        name, address, links, queue, routes, menu, schedule, known, controlDelayNanos, originKeys);
  }

  public NodeConfig withOriginKeys(OriginKeys keys) {
    return new NodeConfig(
        name, address, links, queue, routes, menu, schedule, network, controlDelayNanos, keys);
  }

  public NodeConfig withServices(List<MenuEntry> more) {
    List<MenuEntry> all = new ArrayList<>(menu);
    all.addAll(more);
    return new NodeConfig(
        name, address, links, queue, routes, all, schedule, network, controlDelayNanos, originKeys);
  }

  public record NodeQueue(Rate rate, QueueConfig config) {}

  /** A static route. */
  public record Route(int destination, LinkId link, int mtuBytes) {}

  /**
   * A service on the menu.
   *
   * @param idleStopNanos idle time after which a service that a packet has started is stopped,
   *     until the next packet asks for it; 0 for never
   */
  public record MenuEntry(
      ServiceProvider provider, OptionReader options, Beginning beginning, long idleStopNanos) {
    public MenuEntry(ServiceProvider provider, OptionReader options) {
      this(provider, options, Beginning.AT_ONCE, 0);
    }

    /** Returns the entry for another kind of service. */
    MenuEntry with(ServiceProvider other) {
      return new MenuEntry(other, options, beginning, idleStopNanos);
    }
  }

  public enum Beginning {
    AT_ONCE,
    ON_PACKET
  }

  /** An entry of the schedule. Its time is since the start of traffic, at least 0. */
  public record Timed(long atNanos, Command.Operation operation) {
    public Timed {
      if (atNanos < 0) {
        throw new IllegalArgumentException("nothing is done before go, at " + atNanos + " ns");
      }
    }
  }
}
