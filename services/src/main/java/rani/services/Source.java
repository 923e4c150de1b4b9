// SPDX-License-Identifier: Apache-2.0
package rani.services;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.queue.Rate;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpHeader;
import rani.world.Streams;

/**
 * <b>source</b> - the packet generator: any number of flows of datagrams from this node, each
 * greedy or well-behaved (papers' RANI §5). Traffic begins at the experiment's time zero.
 *
 * <p><b>Kinds of flow.</b>
 *
 * <ul>
 *   <li>{@code bursts}: a fixed number of packets in equal bursts, each handed to the node at once
 *       and serialised by its link; what does not divide goes to the first bursts. Deaf to
 *       congestion.
 *   <li>{@code cbr}: one packet every 1/rate, deaf to congestion.
 *   <li>{@code responsive}: behaves as a TCP source: see {@link ResponsiveFlow}.
 * </ul>
 *
 * <p><b>Options.</b> {@code flows}: a list of mappings, each with {@code to} (a node; required),
 * {@code kind}, {@code packets} (100), {@code size} (1000B, IPv4 total length), {@code
 * start-spread} (0s; the flow starts at a time drawn uniformly from as much), {@code lifetime}
 * (10s), {@code port} (7000); for bursts {@code bursts} (1) and {@code gap} (1s, from start to
 * start; a burst has at most 10,000 packets); for cbr {@code rate} (10packet/s); for responsive
 * {@code ssthresh} (16), {@code window} (64, the receiver's), {@code rto-initial} (3s), {@code
 * rto-min} (1s, at least 1ms).
 *
 * <p><b>Facts.</b> {@code offered} (distinct packets to be sent), {@code sent}, {@code
 * retransmitted}, {@code acknowledged}, {@code timeouts}, {@code fast-retransmits}, {@code done}.
 *
 * <p><b>Example.</b> {@code source: {flows: [{to: n8, kind: bursts, packets: 200, bursts: 5, gap:
 * 1s}]}}
 *
 * <p><b>See also.</b> {@link Sink}, {@link Lgc}.
 */
public final class Source implements Service {
  /** What acknowledgements may live, as data does unless told otherwise. */
  static final long LIFETIME_MICROS = 10_000_000;

  /** The source port of flow 0; flow k has k more. */
  static final int FIRST_PORT = 5000;

  /** How many flows one source has. */
  static final int FLOWS_MAX = 256;

  /** The shortest rto-min: a timer that were due at once would fire for ever. */
  static final long RTO_MIN_NANOS_MIN = 1_000_000;

  private static final int SIZE_MIN = Ipv4Header.LENGTH + UdpHeader.LENGTH + GeneratorHeader.LENGTH;

  private final List<Flow> flows;

  private Source(List<Flow> flows) {
    this.flows = flows;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    for (Flow flow : flows) {
      flow.join(context);
    }
  }

  @Override
  public void go(long nowNanos) {
    for (Flow flow : flows) {
      flow.begin(nowNanos);
    }
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    flows.get(timer).wake(nowNanos);
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    if (packet.service() != 0) {
      return Fate.REFUSE; // an active packet need not be a datagram
    }
    int number = packet.destinationPort() - FIRST_PORT;
    boolean isAck =
        GeneratorHeader.isIn(packet)
            && GeneratorHeader.kind(packet) == GeneratorHeader.ACK
            && number >= 0
            && number < flows.size();
    if (!isAck) {
      return Fate.REFUSE;
    }
    flows.get(number).acknowledged(nowNanos, GeneratorHeader.sequence(packet));
    return Fate.CONSUME;
  }

  @Override
  public boolean isBusy() {
    return flows.stream().anyMatch(flow -> !flow.isDone());
  }

  @Override
  public SequencedMap<String, Object> facts(long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("offered", flows.stream().mapToLong(Flow::offered).sum());
    facts.put("sent", flows.stream().mapToLong(flow -> flow.sent).sum());
    facts.put("retransmitted", flows.stream().mapToLong(flow -> flow.retransmitted).sum());
    facts.put("acknowledged", flows.stream().mapToLong(Flow::acknowledged).sum());
    facts.put("timeouts", flows.stream().mapToLong(Flow::timeouts).sum());
    facts.put("fast-retransmits", flows.stream().mapToLong(Flow::fastRetransmits).sum());
    facts.put("done", !isBusy());
    return facts;
  }

  /** One flow: when its next packet goes is up to its kind. */
  abstract static sealed class Flow permits BurstFlow, CbrFlow, ResponsiveFlow {
    private final GeneratorHeader header = new GeneratorHeader();
    private final Settings settings;
    private @Nullable ServiceContext context;
    private long sent;
    private long retransmitted;

    Flow(Settings settings) {
      this.settings = settings;
    }

    /** What every kind of flow has. */
    record Settings(
        int number,
        int destination,
        int port,
        int packets,
        int sizeBytes,
        long startSpreadNanos,
        long lifetimeMicros) {}

    private void join(ServiceContext joined) {
      context = joined;
      joined.listen(FIRST_PORT + settings.number());
    }

    private void begin(long nowNanos) {
      long spread = settings.startSpreadNanos();
      wakeAt(spread == 0 ? nowNanos : nowNanos + Streams.below(context().random(), spread));
    }

    final int packets() {
      return settings.packets();
    }

    final long offered() {
      return settings.packets();
    }

    final void wakeAt(long deadlineNanos) {
      context().setTimer(settings.number(), deadlineNanos);
    }

    final void wakeNoMore() {
      context().cancelTimer(settings.number());
    }

    final void send(long nowNanos, int kind, int sequence, boolean again) {
      sent++;
      retransmitted += again ? 1 : 0;
      ByteBuf head = header.of(kind, settings.number(), sequence);
      context()
          .sendDatagram(
              nowNanos,
              settings.destination(),
              FIRST_PORT + settings.number(),
              settings.port(),
              false,
              settings.lifetimeMicros(),
              head,
              settings.sizeBytes() - Ipv4Header.LENGTH - UdpHeader.LENGTH);
    }

    private ServiceContext context() {
      if (context == null) {
        throw new IllegalStateException("the flow has not been started");
      }
      return context;
    }

    abstract void wake(long nowNanos);

    abstract boolean isDone();

    void acknowledged(long nowNanos, int nextExpected) {}

    long acknowledged() {
      return 0;
    }

    long timeouts() {
      return 0;
    }

    long fastRetransmits() {
      return 0;
    }
  }

  /** Packets in bursts. */
  static final class BurstFlow extends Flow {
    private final int bursts;
    private final long gapNanos;
    private int burst;
    private int sequence;

    BurstFlow(Settings settings, int bursts, long gapNanos) {
      super(settings);
      this.bursts = bursts;
      this.gapNanos = gapNanos;
    }

    @Override
    void wake(long nowNanos) {
      int size = packets() / bursts + (burst < packets() % bursts ? 1 : 0);
      burst++;
      if (!isDone()) {
        wakeAt(nowNanos + gapNanos);
      }
      for (int i = 0; i < size; i++) {
        send(nowNanos, GeneratorHeader.DATA, sequence++, false);
      }
    }

    @Override
    boolean isDone() {
      return burst == bursts;
    }
  }

  /** Packets at a constant rate, by absolute times. */
  static final class CbrFlow extends Flow {
    private final Rate rate;
    private final int sizeBytes;
    private int sequence;
    private long dueNanos = Long.MIN_VALUE;

    CbrFlow(Settings settings, Rate rate) {
      super(settings);
      this.rate = rate;
      this.sizeBytes = settings.sizeBytes();
    }

    @Override
    void wake(long nowNanos) {
      dueNanos = dueNanos == Long.MIN_VALUE ? nowNanos : dueNanos;
      dueNanos += Math.max(1, rate.serviceNanos(sizeBytes));
      int now = sequence++;
      if (!isDone()) {
        wakeAt(dueNanos);
      }
      send(nowNanos, GeneratorHeader.DATA, now, false);
    }

    @Override
    boolean isDone() {
      return sequence == packets();
    }
  }

  /** Puts sources on menus. */
  public static final class Provider implements ServiceProvider {
    private static final long SECOND = 1_000_000_000;

    @Override
    public int number() {
      return ServiceNumbers.SOURCE;
    }

    @Override
    public String name() {
      return "source";
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      List<Flow> flows = new ArrayList<>();
      for (OptionReader one : options.each("flows")) {
        if (flows.size() == FLOWS_MAX) {
          throw new IllegalArgumentException("a source has at most " + FLOWS_MAX + " flows");
        }
        flows.add(flow(flows.size(), one));
      }
      return new Source(List.copyOf(flows));
    }

    private static Flow flow(int number, OptionReader options) {
      Flow.Settings settings =
          new Flow.Settings(
              number,
              options.node("to"),
              (int) options.count("port", Sink.PORT, 1, 65_535),
              (int) options.count("packets", 100, 1, GeneratorHeader.SEQUENCE_MAX),
              (int) options.sizeBytes("size", 1000, SIZE_MIN, Ipv4Header.TOTAL_LENGTH_MAX),
              options.durationNanos("start-spread", 0),
              Math.min(
                  options.durationNanos("lifetime", 10 * SECOND) / 1000,
                  RaniHeader.LIFETIME_MICROS_MAX));
      String kind = options.oneOf("kind", "bursts", List.of("bursts", "cbr", "responsive"));
      return switch (kind) {
        case "cbr" -> new CbrFlow(settings, options.rate("rate", Rate.packetsPerSecond(10)));
        case "responsive" -> responsive(settings, options);
        default -> bursts(settings, options);
      };
    }

    private static Flow responsive(Flow.Settings settings, OptionReader options) {
      long ssthresh = options.count("ssthresh", 16, 2, 65_535);
      long window = options.count("window", 64, 1, ServiceContext.PACKETS_PER_CALL_MAX);
      long rtoInitialNanos = options.durationNanos("rto-initial", 3 * SECOND);
      long rtoMinNanos = options.durationNanos("rto-min", SECOND);
      if (rtoMinNanos < RTO_MIN_NANOS_MIN) {
        throw new IllegalArgumentException("rto-min is at least 1ms");
      }
      return new ResponsiveFlow(settings, ssthresh, window, rtoInitialNanos, rtoMinNanos);
    }

    private static Flow bursts(Flow.Settings settings, OptionReader options) {
      int bursts = (int) options.count("bursts", 1, 1, settings.packets());
      long gapNanos = options.durationNanos("gap", SECOND);
      int greatest = Math.ceilDiv(settings.packets(), bursts);
      if (greatest > ServiceContext.PACKETS_PER_CALL_MAX) {
        throw new IllegalArgumentException(
            "a burst has at most "
                + ServiceContext.PACKETS_PER_CALL_MAX
                + " packets, not "
                + greatest);
      }
      return new BurstFlow(settings, bursts, gapNanos);
    }
  }
}
