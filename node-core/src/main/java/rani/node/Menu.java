// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.link.LinkPort;
import rani.link.PacketAccounting;
import rani.link.QueueObserver;
import rani.queue.QueueConfig;
import rani.service.Fate;
import rani.service.ServiceProvider;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpHeader;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.Reply;

/**
 * The services of one node. The menu hands them their packets, acts on their decisions, and
 * notifies them of congestion. The failure of a service is contained within it.
 */
final class Menu implements QueueObserver {
  /** The service number of the node's own messages. */
  static final int NODE_NUMBER = 0;

  /** The most services that have left the menu and whose last facts can still be queried. */
  static final int LAST_FACTS_MAX = 256;

  /** The most names of services whose starts are counted, for the random streams of instances. */
  static final int NAMES_MAX = 16_384;

  private final PacketAccounting ledger;
  private final Neighbours neighbours;
  private final Icmp icmp;
  private final Diversions diversions;
  private final List<InstalledService> services = new ArrayList<>();
  private final IntObjectHashMap<InstalledService> byNumber = new IntObjectHashMap<>();
  private final PortTable ports = new PortTable();
  private final SequencedMap<String, Integer> startings = new LinkedHashMap<>();
  private final SequencedMap<String, NodeFacts.OfService> lastFacts = new LinkedHashMap<>();
  private int watchedFrames = Integer.MAX_VALUE;
  private boolean watchesTransmissions;
  private boolean needsEvidence;
  private boolean gone;
  private boolean tellingOfCongestion;
  private boolean tellingOfTransmission;

  Menu(PacketAccounting ledger, Neighbours neighbours, Icmp icmp, Diversions diversions) {
    this.ledger = ledger;
    this.neighbours = neighbours;
    this.icmp = icmp;
    this.diversions = diversions;
  }

  /** Puts services on the menu, in order of their dependencies. */
  void install(List<InstalledService> wanted) {
    List<InstalledService> waiting = new ArrayList<>(wanted);
    while (!waiting.isEmpty()) {
      InstalledService next =
          waiting.stream()
              .filter(candidate -> names().containsAll(candidate.provider().dependsOn()))
              .findFirst()
              .orElse(null);
      if (next == null) {
        InstalledService stuck = waiting.getFirst();
        throw new IllegalArgumentException(
            "service `" + stuck.name() + "` needs " + stuck.provider().dependsOn() + " beside it");
      }
      waiting.remove(next);
      if (byNumber.containsKey(next.provider().number())) {
        throw new IllegalArgumentException("two services are number " + next.provider().number());
      }
      add(next);
    }
  }

  /** Returns why a service cannot be put on the menu now; null if it can. */
  @Nullable String refusal(ServiceProvider provider) {
    String name = provider.name();
    if (find(name) != null) {
      return "service `" + name + "` is here already";
    }
    if (services.size() == NodeConfig.SERVICES_MAX) {
      return "a node has at most " + NodeConfig.SERVICES_MAX + " services";
    }
    InstalledService sameNumber = byNumber.get(provider.number());
    if (sameNumber != null) {
      return "service `" + sameNumber.name() + "` has its number, " + provider.number();
    }
    return lacks(provider);
  }

  /** Returns which services are missing that another one depends on; null if none is. */
  @Nullable String lacks(ServiceProvider provider) {
    return names().containsAll(provider.dependsOn())
        ? null
        : "service `"
            + provider.name()
            + "` needs "
            + String.join(", ", provider.dependsOn())
            + " beside it; start that first";
  }

  /** Returns why a service of this menu cannot work with such a queue; null if all can. */
  @Nullable String refusal(QueueConfig queue) {
    for (InstalledService service : services) {
      String why = service.provider().refusal(queue);
      if (why != null) {
        return "service `" + service.name() + "` cannot work with its queue: " + why;
      }
    }
    return null;
  }

  /** Adds a service that was checked before. */
  void add(InstalledService service) {
    services.add(service);
    byNumber.put(service.provider().number(), service);
    needsEvidence |= service.provider().needsEvidence();
    count(service);
    lastFacts.remove(service.name());
  }

  /** Replaces a stopped service by a new instance of its kind. */
  void replace(InstalledService old, InstalledService service) {
    services.set(services.indexOf(old), service);
    byNumber.put(service.provider().number(), service);
    needsEvidence = services.stream().anyMatch(each -> each.provider().needsEvidence());
    count(service);
  }

  private void count(InstalledService service) {
    startings.merge(service.name(), 1, Integer::sum);
    if (startings.size() > NAMES_MAX) {
      startings.pollFirstEntry();
    }
  }

  /** Reports whether a running service depends on another. */
  boolean needsRunning(String name) {
    return services.stream()
        .anyMatch(service -> !service.isDormant() && service.provider().dependsOn().contains(name));
  }

  /** Stops an idle service, and puts a dormant instance in its place. */
  void rest(long nowNanos, InstalledService service, Node node) {
    try {
      InstalledService next = node.service(service.entry(), startings(service.name()) + 1);
      service.leave(nowNanos);
      replace(service, next);
    } catch (RuntimeException | LinkageError e) {
      service.giveUp(nowNanos); // what was made once from the same options, and cannot be again
    }
  }

  /** Removes a stopped service from the menu; the facts it reported last can still be queried. */
  void remove(long nowNanos, InstalledService service) {
    services.remove(service);
    byNumber.remove(service.provider().number());
    needsEvidence = services.stream().anyMatch(left -> left.provider().needsEvidence());
    lastFacts.put(service.name(), service.facts(nowNanos).withStopped());
    if (lastFacts.size() > LAST_FACTS_MAX) {
      lastFacts.pollFirstEntry();
    }
  }

  /** Returns how often a service of that name was started. */
  int startings(String name) {
    return startings.getOrDefault(name, 0);
  }

  @Nullable InstalledService find(String name) {
    return services.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
  }

  /** Returns the name of a service that depends on another; null if there is none. */
  @Nullable String dependentOn(String name) {
    return services.stream()
        .filter(service -> service.provider().dependsOn().contains(name))
        .map(InstalledService::name)
        .findFirst()
        .orElse(null);
  }

  Reply noSuchService(String name) {
    return Reply.refused("no service `" + name + "` here; there is " + names());
  }

  private List<String> names() {
    return services.stream().map(InstalledService::name).toList();
  }

  void start(long nowNanos) {
    services.forEach(service -> start(nowNanos, service));
  }

  /** Starts a service, after those that it depends on, unless it waits for a packet. */
  void start(long nowNanos, InstalledService service) {
    if (!service.isDormant()) {
      rouseNeeded(nowNanos, service);
      service.start(nowNanos);
    }
  }

  void go(long nowNanos) {
    gone = true;
    services.forEach(service -> service.go(nowNanos));
  }

  /** Starts a dormant service on demand. */
  private void rouse(long nowNanos, InstalledService service, String by) {
    if (service.isDormant() && service.provider().preparedBy() == NODE_NUMBER) {
      rouseNeeded(nowNanos, service);
      service.rouse(nowNanos, by);
      if (gone) {
        service.go(nowNanos);
      }
    }
  }

  private void rouseNeeded(long nowNanos, InstalledService service) {
    for (String name : service.provider().dependsOn()) {
      InstalledService needed = find(name);
      if (needed != null) {
        rouse(nowNanos, needed, service.name());
      }
    }
  }

  /** Starts a dormant service on demand; returns it, or the service that is called in its place. */
  private InstalledService awake(long nowNanos, InstalledService service, ByteBuf frame) {
    if (!service.isDormant()) {
      return service;
    }
    InstalledService instead = byNumber.get(service.provider().preparedBy());
    InstalledService called = instead == null ? service : instead;
    if (called.isDormant()) {
      rouse(nowNanos, called, Address.text(Frame.source(frame)));
    }
    return called;
  }

  void stop(long nowNanos) {
    services.reversed().forEach(service -> service.stop(nowNanos));
  }

  boolean isBusy() {
    for (int i = 0; i < services.size(); i++) { // asked after every event of a virtual run
      if (services.get(i).isBusy()) {
        return true;
      }
    }
    return false;
  }

  Icmp icmp() {
    return icmp;
  }

  PortTable ports() {
    return ports;
  }

  /** Returns the number of buffers held by services, outside any queue. */
  long heldBuffers() {
    long held = 0;
    for (int i = 0; i < services.size(); i++) {
      held += services.get(i).heldBuffers();
    }
    return held;
  }

  /**
   * Reports whether a service here handles active packets of that number.
   *
   * @param forThisNode whether the packet is addressed to this node; otherwise it is in transit
   */
  boolean handles(int number, boolean forThisNode) {
    InstalledService service = byNumber.get(number);
    return service != null && (forThisNode || service.actsAtEveryHop());
  }

  /** Delivers a packet for this node. Takes the reference. */
  void deliver(long nowNanos, @Nullable LinkId link, ByteBuf frame, long arrivedNanos) {
    int at = frame.readerIndex();
    if (!RaniHeader.act(frame, at)) {
      deliverPassive(nowNanos, link, frame, arrivedNanos);
      return;
    }
    int number = RaniHeader.service(frame, at);
    if (number == NODE_NUMBER) {
      Fate fate = neighbours.take(nowNanos, link, frame) ? Fate.CONSUME : Fate.REFUSE;
      settle(nowNanos, fate, nameOf(number), link, frame);
      return;
    }
    InstalledService service = byNumber.get(number);
    if (service == null) {
      ledger.drop(nowNanos, DropReason.NO_SUCH_SERVICE, link, frame);
      return;
    }
    service = awake(nowNanos, service, frame);
    Fate fate = service.packet(nowNanos, link, frame, arrivedNanos);
    InstalledService next = next(service, fate);
    if (next != null) {
      service = next;
      fate = next.packet(nowNanos, link, frame, arrivedNanos);
    }
    // From here on the lifetime excludes the time that the packet has been here.
    if (fate != Fate.HOLD || !isParked(service, nowNanos, link, frame, nowNanos)) {
      deliverBy(service, nowNanos, fate, link, frame);
    }
  }

  private void deliverPassive(
      long nowNanos, @Nullable LinkId link, ByteBuf frame, long arrivedNanos) {
    int ip = Frame.ipv4(frame);
    if (Icmp.isEchoRequest(frame, ip)) {
      if (icmp.echo(nowNanos, frame, ip)) {
        ledger.delivery(nowNanos, nameOf(NODE_NUMBER), frame);
      } else {
        ledger.drop(nowNanos, DropReason.BAD_CHECKSUM, link, frame);
      }
      return;
    }
    InstalledService service = ports.owner(frame);
    InstalledService edge = ports.edge();
    if (service == null && edge != null) { // whose IP stack checks what the node would check
      deliverTo(edge, nowNanos, link, frame, arrivedNanos);
      return;
    }
    DropReason refused = refusal(frame, ip, service);
    if (refused != null || service == null) {
      DropReason reason = refused == null ? DropReason.NO_LISTENER : refused;
      icmp.report(nowNanos, reason, frame, 0);
      ledger.drop(nowNanos, reason, link, frame);
      return;
    }
    deliverTo(service, nowNanos, link, frame, arrivedNanos);
  }

  private static @Nullable DropReason refusal(
      ByteBuf frame, int ip, @Nullable InstalledService service) {
    if (Ipv4Header.isFragment(frame, ip)) {
      return DropReason.FRAGMENT;
    }
    boolean isUdp = Ipv4Header.protocol(frame, ip) == Ipv4Header.PROTOCOL_UDP;
    if (isUdp && !udpChecksumHolds(frame, ip)) {
      return DropReason.BAD_CHECKSUM;
    }
    return service == null ? DropReason.NO_LISTENER : null;
  }

  private static boolean udpChecksumHolds(ByteBuf frame, int ip) {
    int source = Ipv4Header.source(frame, ip);
    int destination = Ipv4Header.destination(frame, ip);
    return UdpHeader.checksumHolds(frame, ip + Ipv4Header.LENGTH, source, destination);
  }

  private void deliverTo(
      InstalledService service,
      long nowNanos,
      @Nullable LinkId link,
      ByteBuf frame,
      long arrivedNanos) {
    Fate fate = service.packet(nowNanos, link, frame, arrivedNanos);
    deliverBy(service, nowNanos, fate, link, frame);
  }

  private void deliverBy(
      InstalledService service,
      long nowNanos,
      @Nullable Fate fate,
      @Nullable LinkId link,
      ByteBuf frame) {
    if (fate == null) {
      ledger.drop(nowNanos, DropReason.SERVICE_FAILED, link, frame);
    } else if (fate == Fate.FORWARD || fate == Fate.HOLD || fate == Fate.CONSUME) {
      ledger.delivery(nowNanos, service.name(), frame);
    } else {
      settle(nowNanos, fate, service.name(), link, frame);
    }
  }

  /**
   * Shows an active packet in transit to its service, if the service acts at every hop. Returns
   * whether the packet goes on; otherwise takes the reference.
   */
  boolean pass(long nowNanos, LinkId link, ByteBuf frame, long arrivedNanos) {
    InstalledService service = byNumber.get(RaniHeader.service(frame, frame.readerIndex()));
    if (service == null || !service.actsAtEveryHop()) {
      return true;
    }
    service = awake(nowNanos, service, frame);
    Fate fate = service.packet(nowNanos, link, frame, arrivedNanos);
    InstalledService next = next(service, fate);
    if (next != null) {
      service = next;
      fate = next.packet(nowNanos, link, frame, arrivedNanos);
    }
    if (fate == null || fate == Fate.FORWARD) {
      return true;
    }
    if (fate == Fate.HOLD) {
      return !isParked(service, nowNanos, link, frame, arrivedNanos);
    }
    settle(nowNanos, fate, service.name(), link, frame);
    return false;
  }

  /** Returns the service that an active packet is handed over to; null if its fate is decided. */
  private @Nullable InstalledService next(InstalledService service, @Nullable Fate fate) {
    int number = fate == null ? NODE_NUMBER : service.handedOverTo();
    return number == NODE_NUMBER ? null : other(number, service);
  }

  /** Returns another service that can be called now, by its number; null if there is none. */
  @Nullable InstalledService other(int number, InstalledService than) {
    InstalledService other = byNumber.get(number);
    return other != null && other != than && other.isCalled() ? other : null;
  }

  /** Holds an active packet if its service has a channel for it; takes the reference then. */
  private boolean isParked(
      InstalledService service,
      long nowNanos,
      @Nullable LinkId link,
      ByteBuf frame,
      long arrivedNanos) {
    Diversion parking = link == null ? null : diversions.parking(service.provider().number(), link);
    if (parking == null) {
      return false;
    }
    if (service.mayPark()) {
      diversions.hold(nowNanos, parking, frame, arrivedNanos);
    } else {
      ledger.drop(nowNanos, DropReason.DIVERSION, link, frame);
    }
    return true;
  }

  /** Shows a diverted packet to its service, and returns its fate. */
  Fate divert(long nowNanos, Diversion diversion, LinkId link, ByteBuf frame) {
    InstalledService service = byNumber.get(diversion.serviceNumber());
    Fate fate = service == null ? null : service.diverted(nowNanos, diversion, frame);
    return fate == null ? Fate.FORWARD : fate;
  }

  /** Acts on a fate that ends the packet here. Takes the reference. */
  void settle(long nowNanos, Fate fate, String at, @Nullable LinkId link, ByteBuf frame) {
    switch (fate) {
      case CONSUME -> ledger.delivery(nowNanos, at, frame);
      case DISCARD -> ledger.drop(nowNanos, DropReason.DISCARDED, link, frame);
      case REFUSE -> ledger.drop(nowNanos, DropReason.BAD_MESSAGE, link, frame);
      case FORWARD, HOLD -> throw new IllegalStateException("the packet does not end here");
    }
  }

  /** Returns the kind of the service with a number; null if there is none. */
  @Nullable ServiceProvider provider(int number) {
    InstalledService service = byNumber.get(number);
    return service == null ? null : service.provider();
  }

  String nameOf(int number) {
    InstalledService service = byNumber.get(number);
    return service == null ? "node" : service.name();
  }

  /**
   * {@inheritDoc} Notifies every service. Congestion caused by a service's packets during the call
   * is not reported, so that two services cannot trigger each other endlessly.
   */
  @Override
  public void congested(long nowNanos, Congestion kind, LinkPort port, ByteBuf frame) {
    if (tellingOfCongestion) {
      return;
    }
    tellingOfCongestion = true;
    try {
      for (int i = 0; i < services.size(); i++) {
        services.get(i).congested(nowNanos, kind, port, frame);
      }
    } finally {
      tellingOfCongestion = false;
    }
  }

  @Override
  public int watchedFrames() {
    return watchedFrames;
  }

  @Override
  public boolean watchesTransmissions() {
    return watchesTransmissions;
  }

  @Override
  public void transmits(long nowNanos, ByteBuf frame) {
    tellingOfTransmission = true;
    try {
      for (int i = 0; i < services.size(); i++) {
        services.get(i).transmits(nowNanos, frame);
      }
    } finally {
      tellingOfTransmission = false;
    }
  }

  /**
   * Reports whether services are being notified of a transmission. Nothing may be sent meanwhile:
   * the serializer has taken its packet and is not yet busy with it.
   */
  boolean isTellingOfTransmission() {
    return tellingOfTransmission;
  }

  /** Reports whether a service of this menu, started or not, needs evidence of forwarded flows. */
  boolean needsEvidence() {
    return needsEvidence;
  }

  /** Recomputes which queue lengths and transmissions services watch. */
  void countWatched() {
    watchedFrames = Integer.MAX_VALUE;
    watchesTransmissions = false;
    for (InstalledService service : services) {
      watchedFrames = Math.min(watchedFrames, service.watchedFrames());
      watchesTransmissions |= service.watchesTransmissions();
    }
  }

  /** Runs an action of a service from outside the network; false if the service is not running. */
  boolean enter(long nowNanos, int number, LongConsumer action) {
    InstalledService service = byNumber.get(number);
    return service != null && service.enter(nowNanos, action);
  }

  Reply tell(long nowNanos, Command.Tell tell) {
    InstalledService service = find(tell.service());
    if (service == null) {
      return noSuchService(tell.service());
    }
    rouse(nowNanos, service, Operations.OPERATOR);
    return service.command(nowNanos, tell.verb(), tell.arguments());
  }

  SequencedMap<String, NodeFacts.OfService> facts(long nowNanos) {
    SequencedMap<String, NodeFacts.OfService> facts = new LinkedHashMap<>();
    for (InstalledService service : services) {
      facts.put(service.name(), service.facts(nowNanos));
    }
    facts.putAll(lastFacts);
    return facts;
  }
}
