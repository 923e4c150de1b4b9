// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import rani.service.ServiceProvider;

/**
 * Draws faults at random times, each with a duration. Two faults may overlap on one link or node.
 * {@link ChaosOperations#heal} repairs what remains broken at the end.
 */
final class ChaosFaults {
  private static final long MILLI = 1_000_000;
  private static final long LASTS_MILLIS_MAX = 1500;

  /** Time between the offer of a key and its use, within which the offer reaches every node. */
  private static final long KEY_NANOS = 50 * MILLI;

  /** Services that no other service of the same menu depends on. */
  private static final List<String> REMOVABLE = removable();

  /** A service that answers requests of neighbours and must survive arbitrary bytes in them. */
  private static final String ASKED =
      ChaosServices.TRIED.stream()
          .filter(ServiceProvider::needsEvidence)
          .map(ServiceProvider::name)
          .findFirst()
          .orElseThrow();

  private static final List<String> RESTARTED = List.of("sink", "source", JudgedTraffic.NAME);

  private final ChaosRandom random;
  private final ChaosNetwork network;
  private final long untilNanos;
  private final List<Fault> faults = new ArrayList<>();
  private final Set<String> dying = new LinkedHashSet<>();
  private final Set<String> losing = new LinkedHashSet<>();

  private static List<String> removable() {
    List<String> removable = new ArrayList<>();
    ChaosServices.TRIED.forEach(one -> removable.add(one.name()));
    ChaosServices.TRIED.forEach(one -> removable.removeAll(one.dependsOn()));
    removable.addAll(List.of("flakeway", "traceroute"));
    return List.copyOf(removable);
  }

  ChaosFaults(long seed, ChaosNetwork network, long untilNanos) {
    this.random = new ChaosRandom(seed, "faults");
    this.network = network;
    this.untilNanos = untilNanos;
  }

  /** Returns {@code count} faults in order of time; equal times keep the order of drawing. */
  List<Fault> draw(int count) {
    for (int k = 0; k < count; k++) {
      draw();
    }
    faults.sort(Comparator.comparingLong(Fault::atNanos));
    return List.copyOf(faults);
  }

  private void draw() {
    long at = random.between(0, untilNanos - 1);
    long end = Math.min(untilNanos, at + random.between(20, LASTS_MILLIS_MAX) * MILLI);
    String node = random.one(network.names());
    ChaosNetwork.Joined link = random.one(network.links());
    switch (random.weighed(10, 12, 16, 6, 4, 5, 4, 9, 5, 6, 6, 4, 4)) {
      case 0 -> crash(at, end, node);
      case 1 -> {
        say(at, "{cut: " + link.name() + "}");
        say(end, "{mend: " + link.name() + "}");
      }
      case 2 -> spoil(at, end, way(link), spoiled());
      case 3 -> spoil(at, end, way(link), "loss: 100%"); // messages vanish, one way
      case 4 -> {
        add(at, new Fault.OfferKey());
        add(Math.min(untilNanos, at + KEY_NANOS), new Fault.UseKey());
      }
      case 5 -> remove(at, end, node);
      case 6 -> say(at, "{node: " + node + ", restart: " + random.one(RESTARTED) + "}");
      case 7 -> say(at, flood(node, random.one(network.names())));
      case 8 ->
          say(
              at,
              "{node: %s, filter: {flow: %s, for: %sms}}"
                  .formatted(node, random.one(network.names()), (end - at + MILLI) / MILLI));
      case 9 -> stranger(at, end, link);
      case 10 -> take(at, end, link);
      case 11 -> faulty(at, end, node);
      default -> {
        say(at, start(node, Hoarder.NAME));
        say(end, stop(node, Hoarder.NAME));
      }
    }
  }

  /**
   * Crashes and restarts a node, unless it loses links: its file would bring them back too early.
   */
  private void crash(long at, long end, String node) {
    if (!losing.contains(node)) {
      dying.add(node);
      add(at, new Fault.Crash(node));
      add(end, new Fault.Restart(node));
    }
  }

  private void take(long at, long end, ChaosNetwork.Joined link) {
    if (!dying.contains(link.a()) && !dying.contains(link.b())) {
      losing.addAll(List.of(link.a(), link.b()));
      say(at, "{remove: {link: " + link.name() + "}}");
      say(end, "{add: {link: " + link.name() + ", " + link.settings() + "}}");
    }
  }

  /** Adds a service that throws on every call, and sends packets to it. */
  private void faulty(long at, long end, String node) {
    say(at, start(node, Faulty.NAME));
    String asked = random.chance(0.5) ? "port: " + Faulty.PORT : "service: " + Faulty.NAME;
    say(
        at + (end - at) / 4,
        "{node: %s, inject: {to: %s, %s, count: %s, gap: 1ms}}"
            .formatted(random.one(network.names()), node, asked, random.count(2, 20)));
    say(end, stop(node, Faulty.NAME));
  }

  private static String start(String node, String service) {
    return "{node: " + node + ", start: {" + service + ": {}}}";
  }

  private static String stop(String node, String service) {
    return "{node: " + node + ", stop: " + service + "}";
  }

  private void add(long atNanos, Fault.What what) {
    faults.add(new Fault(atNanos, what));
  }

  private void say(long atNanos, String words) {
    add(atNanos, new Fault.Words(words));
  }

  private String way(ChaosNetwork.Joined link) {
    return switch (random.count(0, 2)) {
      case 0 -> link.a() + " -> " + link.b();
      case 1 -> link.b() + " -> " + link.a();
      default -> link.name();
    };
  }

  private void spoil(long at, long end, String way, String knobs) {
    say(at, "{link: " + way + ", set: {" + knobs + "}}");
    say(
        end,
        "{link: %s, set: {loss: 0%%, duplicate: 0%%, reorder: 0%%, corrupt: 0%%, jitter: 0s}}"
            .formatted(way));
  }

  private String spoiled() {
    return "loss: %s%%, duplicate: %s%%, reorder: %s%%, corrupt: %s%%, delay: %sms, jitter: %sms"
        .formatted(
            random.count(0, 40),
            random.count(0, 30),
            random.count(0, 30),
            random.count(0, 20),
            random.count(4, 30),
            random.count(0, 4));
  }

  private void remove(long at, long end, String node) {
    SequencedMap<String, String> menu = network.menu(node);
    List<String> removable = REMOVABLE.stream().filter(menu::containsKey).toList();
    if (!removable.isEmpty()) {
      String service = random.one(removable);
      say(at, stop(node, service));
      say(
          end,
          "{node: %s, start: {%s: %s}}".formatted(node, service, menu.getOrDefault(service, "{}")));
    }
  }

  private String flood(String from, String to) {
    if (random.chance(0.1)) {
      // Short enough to count as control traffic, and more than the control share of a port.
      return "{node: %s, inject: {to: %s, dscp: cs6, size: 60B, count: 3000, gap: 20us}}"
          .formatted(from, to);
    }
    String kind =
        switch (random.count(0, 7)) {
          case 0 -> "port: 7000"; // what a sink cannot use
          case 1 -> "service: " + random.count(0, 20);
          case 2 -> "protocol: rdp, payload: \"hex:" + hex(random.bytes(40)) + "\"";
          case 3 -> "protocol: service, payload: \"hex:" + hex(random.bytes(40)) + "\", dscp: cs6";
          case 4 -> "protocol: 99";
          case 5 -> "service: " + ASKED + ", payload: \"hex:" + hex(random.bytes(20)) + "\"";
          case 6 -> "lifetime: " + random.count(1, 20) + "ms";
          default -> "ttl: " + random.count(1, 6);
        };
    return "{node: %s, inject: {to: %s, %s, size: %sB, count: %s, gap: %sus}}"
        .formatted(
            from, to, kind, random.count(100, 1400), random.count(50, 400), random.count(20, 500));
  }

  private void stranger(long at, long end, ChaosNetwork.Joined link) {
    boolean forth = random.chance(0.5);
    String from = forth ? link.a() : link.b();
    String to = forth ? link.b() : link.a();
    add(at, new Fault.Overhear(from, to));
    add(at + (end - at) / 2, new Fault.Forge(from, to, random.count(5, 60)));
    add(end, new Fault.Forge(from, to, random.count(5, 60)));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
