// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import rani.ground.LabFailure;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.nodehost.journey.Journeys;
import rani.nodehost.journey.PacketEvent;
import rani.nodehost.journey.PacketEvents;
import rani.queue.Rate;
import rani.wire.Address;
import rani.world.NodeTrace;
import rani.world.NoteDetail;
import rani.world.TracePair;

/**
 * The paths of the packets of one source with one identification, from the trace of a run. A source
 * begins again with identification 0 after 65,536 packets; each origin begins another packet.
 */
public final class RecordedPacket {
  /** The most packets whose paths are kept: the first ones. */
  public static final int PACKETS_MAX = 1000;

  private static final String LINK = "link-";

  private final Topology topology;
  private final boolean knowsTtl;
  private final List<Packet> packets = new ArrayList<>();
  private boolean isFull;

  /** Links by node and number, and rates by node and queue, at the time of the latest event. */
  private final SequencedMap<String, String> neighbours = new LinkedHashMap<>();

  private final SequencedMap<String, Rate> rates = new LinkedHashMap<>();

  /**
   * Prepares the paths through a network.
   *
   * @param topology the network at the start of the run
   * @param knowsTtl whether the trace's frames have the header fields that its lines leave out
   */
  public RecordedPacket(Topology topology, boolean knowsTtl) {
    this.topology = topology;
    this.knowsTtl = knowsTtl;
    topology
        .nodes()
        .forEach(node -> rates.put(key(node.name(), TracedNetwork.NODE_QUEUE), node.rate()));
    topology.linksByNode().forEach(this::put);
  }

  private void put(String node, List<TopologyLink> links) {
    for (int number = 0; number < links.size(); number++) {
      TopologyLink link = links.get(number);
      neighbours.put(key(node, LINK + number), link.farEnd(node).node());
      rates.put(key(node, LINK + number), link.end(node).rate());
    }
  }

  private static String key(String node, String queue) {
    return node + " " + queue;
  }

  /** The events of one packet by node, and the rates by which its queues were drained. */
  private final class Packet implements TracedNetwork {
    private final SequencedMap<String, List<PacketEvent>> events = new LinkedHashMap<>();
    private final SequencedMap<String, Rate> servedAt = new LinkedHashMap<>();
    private final String origin;
    private int count;

    /** Begins with a packet's first event, which is at {@code origin}. */
    Packet(String origin) {
      this.origin = origin;
    }

    void add(String node, PacketEvent event) {
      if (count++ < Journeys.SIGHTINGS_MAX) {
        events.computeIfAbsent(node, _ -> new ArrayList<>()).add(event);
      }
      if (event.kind() == PacketEvent.Kind.VERDICT) {
        String queue = key(node, event.where());
        servedAt.put(queue, rates.getOrDefault(queue, Rate.UNLIMITED));
      }
    }

    List<PacketPath> paths() throws LabFailure {
      return PathTracer.given(new PathTracer(this, events).pathsOf(events, origin, 1, false), this);
    }

    @Override
    public Topology topology() {
      return topology;
    }

    @Override
    public Optional<String> neighbour(String node, int link) {
      return Optional.ofNullable(neighbours.get(key(node, LINK + link)));
    }

    @Override
    public Rate rate(String node, String queue) {
      return servedAt.getOrDefault(key(node, queue), Rate.UNLIMITED);
    }
  }

  /**
   * Returns a receiver of all events of a node.
   *
   * @param selecting returns a receiver that passes the packets' events on to its argument
   */
  public NodeTrace at(String node, UnaryOperator<NodeTrace> selecting) {
    return TracePair.of(new Changes(node), selecting.apply(new AtNode(node)));
  }

  /** Returns the paths of each packet, in order: its own, followed by those of its copies. */
  public List<List<PacketPath>> paths() throws LabFailure {
    List<List<PacketPath>> paths = new ArrayList<>();
    for (Packet packet : packets) {
      paths.add(packet.paths());
    }
    return paths;
  }

  /** Returns whether there were more packets than {@link #PACKETS_MAX}. */
  public boolean isFull() {
    return isFull;
  }

  /** The events of the packets at one node. */
  private final class AtNode extends PacketEvents {
    private final String node;

    AtNode(String node) {
      this.node = node;
    }

    @Override
    protected void see(long nowNanos, ByteBuf frame, Supplier<PacketEvent> event) {
      PacketEvent seen = knowsTtl ? event.get() : event.get().withoutTtl();
      boolean begins = packets.isEmpty() || seen.kind() == PacketEvent.Kind.ORIGIN;
      isFull |= begins && packets.size() == PACKETS_MAX;
      if (isFull) {
        return;
      }
      if (begins) {
        packets.add(new Packet(node));
      }
      packets.getLast().add(node, seen);
    }
  }

  /** What is done to the links of a node during the run. */
  private final class Changes implements NodeTrace {
    private final String node;

    Changes(String node) {
      this.node = node;
    }

    @Override
    public void note(long nowNanos, String service, String event, NoteDetail detail) {
      if (service.equals("node") && event.equals("set-link")) {
        String rate = detail.word("rate");
        if (rate != null) {
          rates.put(key(node, LINK + detail.word("link")), NetworkSnapshot.rate(rate));
        }
      } else if (service.equals("node") && event.equals("add-link")) {
        String far = Objects.requireNonNullElse(detail.word("neighbour"), "");
        neighbours.put(key(node, LINK + detail.word("link")), name(far));
      }
    }
  }

  private String name(String address) {
    return topology.nodes().stream()
        .filter(node -> Address.text(node.virtualAddress()).equals(address))
        .map(TopologyNode::name)
        .findFirst()
        .orElse(address);
  }
}
