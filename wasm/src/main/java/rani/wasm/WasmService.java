// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.wasm.Description.ValueKind;
import rani.wasm.SandboxTrap.Reason;
import rani.wire.Ipv4Header;
import rani.wire.UdpHeader;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.Inline;

/**
 * A service whose code is a module in WebAssembly. Each call shows the module what it is about in a
 * {@link CallWindow}, gives it fuel, and lets it act through {@link HostCalls}. A trap is a failed
 * call.
 */
final class WasmService implements Service {
  private static final Fate[] FATES = Fate.values();
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int DATA_AT = Ipv4Header.LENGTH + UdpHeader.LENGTH;

  /** How long a service saves up fuel that it does not use. */
  private static final double SAVED_NANOS = 1e8;

  /**
   * How deep calls nest: what a service sends may congest a queue, and what it sends about that may
   * be transmitted at once. As a transmission begins nothing is sent.
   */
  private static final int NESTED_MAX = 3;

  private final SandboxedCode code;
  private final Description description;
  private final long[] options;
  private final Limits limits;
  private final int[] messages;
  private final @Nullable ActiveHeader header;
  private final HostCalls host;
  private final CallWindow[] windows = new CallWindow[NESTED_MAX];
  private final List<@Nullable Diversion> diversions = new ArrayList<>();
  private final long[] facts;
  private final EnumMap<Reason, Long> traps = new EnumMap<>(Reason.class);
  private final double fuelPerNano;
  private final double fuelSavedMax;
  private final int onPacket;
  private final int onCongestion;
  private final int onTransmission;
  private final int onDiverted;
  private final int onWake;
  private @Nullable ServiceContext context;
  private @Nullable Sandbox sandbox;
  private int node;
  private double fuelSaved;
  private long fuelSavedAtNanos = Long.MIN_VALUE;
  private long calls;
  private long packetsShown;
  private long fuelUsed;
  private int level;
  private long nowNanos;
  private @Nullable FrameView packet;
  private @Nullable QueueView queue;

  /**
   * What one service may use.
   *
   * @param fuel of a call
   * @param fuelRate fuel per second
   * @param pages memory
   */
  record Limits(long fuel, long fuelRate, int pages) {}

  WasmService(SandboxedCode code, long[] options, Limits limits, @Nullable ActiveHeader header) {
    this.code = code;
    this.header = header;
    this.description = code.description();
    this.options = options;
    this.limits = limits;
    this.messages = description.messages().stream().mapToInt(Integer::intValue).toArray();
    this.facts =
        description.facts().stream()
            .mapToLong(fact -> fact.kind() == ValueKind.UNTIL ? Long.MIN_VALUE : 0)
            .toArray();
    this.fuelPerNano = (double) limits.fuelRate() / NANOS_PER_SECOND;
    this.fuelSavedMax = Math.max((double) limits.fuel(), fuelPerNano * SAVED_NANOS);
    this.host = new HostCalls(this);
    MeteredModule metered = code.metered();
    this.onPacket = metered.entry(Abi.ON_PACKET);
    this.onCongestion = metered.entry(Abi.ON_CONGESTION);
    this.onTransmission = metered.entry(Abi.ON_TRANSMISSION);
    this.onDiverted = metered.entry(Abi.ON_DIVERTED);
    this.onWake = metered.entry(Abi.ON_WAKE);
  }

  @Override
  public void start(long now, ServiceContext given) {
    context = given;
    node = given.address();
    sandbox = new Sandbox(code, code.machines(), limits.pages(), window(0).bytes(), host);
    call(code.metered().entry(Abi.START), now, 0, null, null);
  }

  @Override
  public void go(long now) {
    call(code.metered().entry(Abi.GO), now, 0, null, null);
  }

  @Override
  public void stop(long now) {
    if (sandbox != null) {
      call(code.metered().entry(Abi.STOP), now, 0, null, null);
    }
    sandbox = null;
    diversions.clear();
  }

  @Override
  public Fate onPacket(long now, FrameView lent) {
    if (onPacket < 0) {
      return Fate.FORWARD;
    }
    packetsShown++;
    return fate(call(onPacket, now, 0, lent, null));
  }

  @Override
  public void onCongestion(long now, Congestion kind, QueueView lentQueue, FrameView lent) {
    if (onCongestion >= 0) {
      CallWindow window = window(level);
      window.queue(kind, lentQueue, linkOf(lentQueue));
      call(onCongestion, now, 0, lent, lentQueue);
    }
  }

  /** Returns the number of a queue's link, which its name ends with. */
  private static int linkOf(QueueView queue) {
    String name = queue.name();
    int dash = name.lastIndexOf('-');
    return dash < 0 ? CallWindow.NO_LINK : Integer.parseInt(name, dash + 1, name.length(), 10);
  }

  @Override
  public void onTransmission(long now, FrameView lent) {
    call(onTransmission, now, 0, lent, null);
  }

  @Override
  public Fate onDiverted(long now, Diversion channel, FrameView lent) {
    if (onDiverted < 0) {
      return Fate.FORWARD;
    }
    packetsShown++;
    window(level).diversion(diversions.indexOf(channel), channel);
    return fate(call(onDiverted, now, 0, lent, null));
  }

  @Override
  public void onWake(long now, int timer) {
    call(onWake, now, timer, null, null);
  }

  private Fate fate(int number) {
    if (number < 0 || number >= FATES.length) {
      throw trapped(new SandboxTrap(Reason.ARGUMENT, "a fate is 0…4, not " + number));
    }
    return FATES[number];
  }

  /** Makes a call, and returns its result; 0 if the module has no such function. */
  private int call(
      int entry, long now, int argument, @Nullable FrameView lent, @Nullable QueueView lentQueue) {
    Sandbox running = sandbox;
    if (entry < 0 || running == null) {
      return 0;
    }
    long fuel = fuel(now);
    CallWindow window = window(level);
    window.begin(now, node, lent);
    if (lent != null && lent.protocol() == Ipv4Header.PROTOCOL_SERVICE) {
      window.message(lent, messages);
    } else if (lent != null && header != null) {
      int own = ownBytes(header, lent);
      if (own >= 0) {
        window.arguments(DATA_AT + header.lengthBytes(), own);
      }
    }
    long outerNanos = nowNanos;
    FrameView outerPacket = packet;
    QueueView outerQueue = queue;
    long outerFuel = level > 0 ? running.fuelLeft() : 0;
    byte[] outerWindow = running.memory().swapWindow(window.bytes());
    level++;
    nowNanos = now;
    packet = lent;
    queue = lentQueue;
    calls++;
    try {
      return running.call(entry, argument, fuel);
    } catch (SandboxTrap trap) {
      throw trapped(trap);
    } finally {
      long used = fuel - Math.max(0, running.fuelLeft());
      fuelUsed += used;
      fuelSaved -= used;
      nowNanos = outerNanos;
      packet = outerPacket;
      queue = outerQueue;
      running.memory().swapWindow(outerWindow);
      running.resume(outerFuel);
      level--;
    }
  }

  private static int ownBytes(ActiveHeader header, FrameView lent) {
    return lent.service() == header.serviceNumber() ? header.ownBytes(lent) : -1;
  }

  /** Returns where in its packet's data a code's own begins. */
  int ownOffset(FrameView lent) {
    return header == null || ownBytes(header, lent) < 0 ? 0 : header.lengthBytes();
  }

  /** Returns the header of the code's active datagrams; null if they have none. */
  @Nullable ActiveHeader header() {
    return header;
  }

  private SandboxTrap trapped(SandboxTrap trap) {
    traps.merge(trap.reason(), 1L, Long::sum);
    return trap;
  }

  /** Returns the fuel of a call at that time. */
  private long fuel(long now) {
    if (fuelSavedAtNanos == Long.MIN_VALUE) {
      fuelSaved = fuelSavedMax;
    } else {
      fuelSaved = Math.min(fuelSavedMax, fuelSaved + (now - fuelSavedAtNanos) * fuelPerNano);
    }
    fuelSavedAtNanos = now;
    if (fuelSaved <= 0) {
      throw trapped(
          new SandboxTrap(
              Reason.FUEL_RATE, "the service used up its " + limits.fuelRate() + " of a second"));
    }
    return limits.fuel();
  }

  private CallWindow window(int of) {
    CallWindow window = windows[of];
    if (window == null) {
      window = new CallWindow(description.captureBytes());
      windows[of] = window;
    }
    return window;
  }

  // What functions of the node may use.

  boolean isInCall() {
    return level > 0;
  }

  ServiceContext context() {
    return Objects.requireNonNull(context, "the service has not started");
  }

  Sandbox sandbox() {
    return Objects.requireNonNull(sandbox, "the service has not started");
  }

  long nowNanos() {
    return nowNanos;
  }

  CallWindow window() {
    return window(level - 1);
  }

  Description description() {
    return description;
  }

  long option(int index) {
    return options[Objects.checkIndex(index, options.length)];
  }

  void fact(int index, long value) {
    facts[Objects.checkIndex(index, facts.length)] = value;
  }

  FrameView packet() {
    if (packet == null) {
      throw new SandboxTrap(Reason.ARGUMENT, "this call is about no packet");
    }
    return packet;
  }

  QueueView queue() {
    if (queue == null) {
      throw new SandboxTrap(Reason.ARGUMENT, "this call is about no queue");
    }
    return queue;
  }

  /** Keeps a diversion, and returns its number; −1 for null. */
  int keep(@Nullable Diversion channel) {
    if (channel == null) {
      return -1;
    }
    int free = diversions.indexOf(null);
    if (free < 0) {
      diversions.add(channel);
      return diversions.size() - 1;
    }
    diversions.set(free, channel);
    return free;
  }

  Diversion diversion(int number) {
    Diversion channel = number >= 0 && number < diversions.size() ? diversions.get(number) : null;
    if (channel == null) {
      throw new SandboxTrap(Reason.ARGUMENT, "no diversion has the number " + number);
    }
    return channel;
  }

  void forget(int number) {
    diversions.set(number, null);
  }

  /**
   * The facts that a module has set, by the names of its description.
   *
   * @param values their numbers or bits
   */
  private record Declared(Description description, long[] values, long nowNanos) implements Facts {
    @Override
    public SequencedMap<String, @Nullable Object> byKey() {
      SequencedMap<String, @Nullable Object> byName = new LinkedHashMap<>();
      for (int i = 0; i < values.length; i++) {
        Description.Fact fact = description.facts().get(i);
        byName.put(
            fact.name(),
            switch (fact.kind()) {
              case REAL -> Double.longBitsToDouble(values[i]);
              case TRUTH -> values[i] != 0;
              case UNTIL -> nowNanos < values[i];
              default -> values[i];
            });
      }
      return byName;
    }
  }

  /**
   * Facts of a service in WebAssembly.
   *
   * @param declared what the module has set
   * @param packetsShown number of packets, of which it has decided the fate unless it failed
   * @param calls number of calls
   * @param fuelUsed fuel used so far
   * @param memoryPages present size of the memory
   * @param traps number of failed calls by reason
   * @param sha256 hash of the module
   * @param moduleBytes size of the module
   */
  public record Shown(
      @Inline Facts declared,
      long packetsShown,
      long calls,
      long fuelUsed,
      int memoryPages,
      SequencedMap<String, Long> traps,
      String sha256,
      int moduleBytes)
      implements Facts {}

  @Override
  public Shown facts(long now) {
    Declared declared = new Declared(description, facts.clone(), now);
    SequencedMap<String, Long> byReason = new LinkedHashMap<>();
    traps.forEach((reason, count) -> byReason.put(reason.text(), count));
    int pages = sandbox == null ? 0 : sandbox.memory().pages();
    return new Shown(
        declared, packetsShown, calls, fuelUsed, pages, byReason, code.sha256(), code.size());
  }
}
