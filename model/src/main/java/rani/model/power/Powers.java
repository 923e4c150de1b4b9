// SPDX-License-Identifier: Apache-2.0
package rani.model.power;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import rani.model.edge.EdgeProgram;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.host.Forward;
import rani.model.host.Network;
import rani.model.host.SshOption;
import rani.model.host.TopologyHost;
import rani.model.topology.NetworkChange;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;

/** Determines what a topology runs, opens and trusts when it is started live. */
public final class Powers {
  private static final String LOCALHOST = "localhost";
  private static final List<Network> LOOPBACK =
      List.of(Network.parse("127.0.0.0/8"), Network.parse("::1/128"));

  private final List<Power> found = new ArrayList<>();

  private Powers() {}

  /** Returns the effects of a network and its schedule, in the order of its file. */
  public static List<Power> of(Topology topology) {
    Powers powers = new Powers();
    topology.hosts().forEach(powers::addHost);
    powers.addNodes(topology, new HashSet<>(topology.nodeNames()));
    return List.copyOf(powers.found);
  }

  /** Returns the effects of starting only some nodes, wherever the other nodes run. */
  public static List<Power> of(Topology topology, Collection<String> names) {
    Powers powers = new Powers();
    powers.addNodes(topology, new HashSet<>(names));
    return List.copyOf(powers.found);
  }

  /** Returns the effects of running trials of a sweep, which open no ports, on hosts. */
  public static List<Power> ofTrials(Collection<TopologyHost> hosts) {
    Powers powers = new Powers();
    hosts.forEach(powers::addTrialHost);
    return List.copyOf(powers.found);
  }

  /** Throws a {@link FileError} with a line for each effect that needs the user's consent. */
  public static void requireNoTrust(Path file, Collection<Power> powers) throws FileError {
    Problems problems = new Problems();
    for (Power power : powers) {
      if (power.needsTrust()) {
        problems.report(
            Location.ofFile(file.toString()),
            power.text(),
            () -> "only with `--trust`, which permits all that `rani validate` lists");
      }
    }
    problems.throwIfAny();
  }

  private void addHost(TopologyHost host) {
    String called = "host " + host.name();
    boolean near = host.inetAddress().isLoopbackAddress();
    switch (host.by()) {
      case SSH -> addSsh(host, called, near);
      case AGENT -> add(Power.Kind.RUNS, "nodes by the agent at " + place(host, called), !near);
      case HERE -> add(Power.Kind.OPENS, "UDP at " + place(host, called), !near);
    }
  }

  private static String place(TopologyHost host, String called) {
    return host.address() + " (" + called + ")";
  }

  private void addTrialHost(TopologyHost host) {
    String called = "host " + host.name();
    boolean near = host.inetAddress().isLoopbackAddress();
    switch (host.by()) {
      case SSH -> {
        String what = "trials by ssh at " + login(host) + " (" + called + ")";
        add(Power.Kind.RUNS, what, !stays(host, near));
        addWay(host, called);
      }
      case AGENT -> add(Power.Kind.RUNS, "trials by the agent at " + place(host, called), !near);
      case HERE -> {}
    }
  }

  private static String login(TopologyHost host) {
    return host.user().isEmpty() ? host.ssh() : host.user() + "@" + host.ssh();
  }

  private static boolean stays(TopologyHost host, boolean near) {
    return near && (host.ssh().equals(host.address()) || isLoopback(host.ssh()));
  }

  private void addSsh(TopologyHost host, String called, boolean near) {
    add(
        Power.Kind.RUNS,
        "nodes by ssh at " + login(host) + ", with UDP at " + place(host, called),
        !stays(host, near));
    addWay(host, called);
  }

  /** Adds the effects of the options of ssh and the folder. */
  private void addWay(TopologyHost host, String called) {
    for (String option : host.options()) {
      boolean harmless = SshOption.isHarmless(option);
      add(Power.Kind.RUNS, "ssh to " + called + " with " + Quoted.whole(option), !harmless);
    }
    if (!host.folder().equals(TopologyHost.FOLDER)) {
      add(
          Power.Kind.RUNS,
          "rani in %s of %s, and removes what is called dist-* and new-* there"
              .formatted(Quoted.whole(host.folder()), called),
          true);
    }
  }

  /** Adds the effects of nodes, one line for all nodes at the same address. */
  private void addNodes(Topology topology, Set<String> names) {
    SequencedMap<String, List<String>> byAddress = new LinkedHashMap<>();
    SequencedMap<String, List<String>> foreign = new LinkedHashMap<>();
    for (TopologyNode node : topology.nodes()) {
      if (names.contains(node.name())) {
        addAddress(node.foreign() ? foreign : byAddress, node);
      }
    }
    for (ScheduleEntry entry : topology.schedule()) {
      if (entry.action() instanceof ScheduleEntry.Change change
          && change.planned() instanceof NetworkChange.AddNode added) {
        addAddress(byAddress, added.node());
      }
    }
    byAddress.forEach(
        (address, nodes) ->
            add(Power.Kind.OPENS, "UDP at " + address + " for " + shown(nodes), true));
    foreign.forEach(
        (address, nodes) ->
            add(Power.Kind.OPENS, "UDP to " + address + ", foreign " + shown(nodes), true));
    for (Forward forward : topology.forwards()) {
      if (names.contains(forward.from()) || names.contains(forward.exit())) {
        add(Power.Kind.OPENS, told(forward), !staysWithin(forward));
      }
    }
    for (EdgeProgram program : topology.edges()) {
      if (names.contains(program.node())) {
        add(Power.Kind.RUNS, told(program), true);
      }
    }
    topology
        .operators()
        .forEach(
            key -> add(Power.Kind.TRUSTS, "operator " + key.id() + " with code in nodes", true));
  }

  private static void addAddress(SequencedMap<String, List<String>> byAddress, TopologyNode node) {
    if (!InetAddress.ofLiteral(node.bindAddress()).isLoopbackAddress()) {
      byAddress.computeIfAbsent(node.bindAddress(), _ -> new ArrayList<>()).add(node.name());
    }
  }

  private static String shown(List<String> nodes) {
    int others = nodes.size() - 1;
    return nodes.getFirst() + (others == 0 ? "" : " and " + others + " more");
  }

  private static String told(EdgeProgram program) {
    String image =
        program.image().isEmpty() ? "" : " in a container of " + Quoted.whole(program.image());
    return "%s%s as you, at node %s".formatted(Quoted.whole(program.run()), image, program.node());
  }

  private static String told(Forward forward) {
    String way =
        "%s at %s, by %s and %s to "
            .formatted(forward.kind(), forward.listening(), forward.from(), forward.exit());
    String loopback = "the loopback there";
    return way
        + switch (forward.kind()) {
          case TCP, UDP -> Quoted.whole(forward.target());
          case SOCKS ->
              forward.allow().isEmpty()
                  ? loopback
                  : loopback + ", " + String.join(", ", forward.allow());
        };
  }

  /** Returns whether a forward neither accepts connections from other machines nor reaches any. */
  private static boolean staysWithin(Forward forward) {
    return isLoopback(forward.address())
        && (forward.kind() == Forward.Kind.SOCKS || isLoopback(forward.targetHost()))
        && forward.allow().stream().allMatch(Powers::isWithinLoopback);
  }

  private static boolean isLoopback(String host) {
    if (host.equals(LOCALHOST)) {
      return true;
    }
    try {
      return InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException e) {
      return false; // a name may resolve to any address
    }
  }

  private static boolean isWithinLoopback(String allowed) {
    Network network = Network.parse(allowed);
    return LOOPBACK.stream()
        .anyMatch(
            loopback ->
                network.prefixBits() >= loopback.prefixBits()
                    && loopback.contains(network.address()));
  }

  private void add(Power.Kind kind, String what, boolean needsTrust) {
    found.add(new Power(kind, what, needsTrust));
  }
}
