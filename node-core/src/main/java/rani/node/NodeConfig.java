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
 * @param name in the topology
 * @param address the virtual IPv4 address
 * @param links in the order of their numbers, from 0
 * @param queue the node's own queue between receive and forward; null with {@code placement: link}
 * @param routes the static routes
 * @param menu the services
 * @param schedule what the node does at given times, in order of time
 * @param network all nodes and links as the network begins, from which routes are computed again
 *     when links change; a node that is added later is not in it. Null: the routes stay as they are
 * @param controlDelayNanos how long a service message that comes by a link waits before its service
 *     handles it, 0…{@link #CONTROL_DELAY_NANOS_MAX}; 0 for not at all
 * @param originKeys its own key for signing link states, and the public keys of other nodes; null
 *     in a network without keys
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

  /** How many links one node may have. */
  public static final int LINKS_MAX = 1024;

  /** How many services one node may have. */
  public static final int SERVICES_MAX = 64;

  /** How many entries the schedule of one node may have. */
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

  /** A node in a network without keys. */
  public NodeConfig(
      String name,
      int address,
      List<LinkConfig> links,
      @Nullable NodeQueue queue,
      List<Route> routes,
      List<MenuEntry> menu,
      List<Timed> schedule,
      @Nullable NetworkGraph network,
      long controlDelayNanos) {
    this(name, address, links, queue, routes, menu, schedule, network, controlDelayNanos, null);
  }

  /** A node without control delay. */
  public NodeConfig(
      String name,
      int address,
      List<LinkConfig> links,
      @Nullable NodeQueue queue,
      List<Route> routes,
      List<MenuEntry> menu,
      List<Timed> schedule,
      @Nullable NetworkGraph network) {
    this(name, address, links, queue, routes, menu, schedule, network, 0);
  }

  /** A node with static routes. */
  public NodeConfig(
      String name,
      int address,
      List<LinkConfig> links,
      @Nullable NodeQueue queue,
      List<Route> routes,
      List<MenuEntry> menu,
      List<Timed> schedule) {
    this(name, address, links, queue, routes, menu, schedule, null);
  }

  /** A node without a schedule, with static routes. */
  public NodeConfig(
      String name,
      int address,
      List<LinkConfig> links,
      @Nullable NodeQueue queue,
      List<Route> routes,
      List<MenuEntry> menu) {
    this(name, address, links, queue, routes, menu, List.of());
  }

  /** The same with another view of the network, as for a node that is added to a running one. */
  public NodeConfig withNetwork(NetworkGraph known) {
    return new NodeConfig(
        name, address, links, queue, routes, menu, schedule, known, controlDelayNanos, originKeys);
  }

  /** The same in a network with keys. */
  public NodeConfig withOriginKeys(OriginKeys keys) {
    return new NodeConfig(
        name, address, links, queue, routes, menu, schedule, network, controlDelayNanos, keys);
  }

  /** The same with more services on the menu. */
  public NodeConfig withServices(List<MenuEntry> more) {
    List<MenuEntry> all = new ArrayList<>(menu);
    all.addAll(more);
    return new NodeConfig(
        name, address, links, queue, routes, all, schedule, network, controlDelayNanos, originKeys);
  }

  /**
   * RANI's single queue, drained at the node's own rate.
   *
   * @param rate of the node
   * @param config of the queue
   */
  public record NodeQueue(Rate rate, QueueConfig config) {}

  /**
   * A static route.
   *
   * @param destination a virtual address
   * @param link towards it
   * @param mtuBytes the smallest mtu of the links on the whole way
   */
  public record Route(int destination, LinkId link, int mtuBytes) {}

  /**
   * A service on the menu.
   *
   * @param provider what kind of service
   * @param options its settings in the file
   * @param beginning when it is started
   * @param idleStopNanos of one that is started by a packet: it is stopped when no one has asked
   *     for it for so long, and waits for the next who does; 0 for never
   */
  public record MenuEntry(
      ServiceProvider provider, OptionReader options, Beginning beginning, long idleStopNanos) {
    /** One that is never stopped for idleness. */
    public MenuEntry(ServiceProvider provider, OptionReader options, Beginning beginning) {
      this(provider, options, beginning, 0);
    }

    /** One that is started at once. */
    public MenuEntry(ServiceProvider provider, OptionReader options) {
      this(provider, options, Beginning.AT_ONCE);
    }
  }

  /** When a service on the menu is started. */
  public enum Beginning {
    /** When it is put there. */
    AT_ONCE,
    /** When the first active packet asks for it. */
    ON_PACKET
  }

  /**
   * An entry of the schedule.
   *
   * @param atNanos when, counted from go, at least 0
   * @param operation what is done then
   */
  public record Timed(long atNanos, Command.Operation operation) {
    public Timed {
      if (atNanos < 0) {
        throw new IllegalArgumentException("nothing is done before go, at " + atNanos + " ns");
      }
    }
  }
}
