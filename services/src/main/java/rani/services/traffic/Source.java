// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.rdp.RdpCounts;
import rani.rdp.RdpStatistics;
import rani.rdp.bind.RdpHost;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Verb;
import rani.service.WordReader;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.services.Words;
import rani.wire.Address;
import rani.wire.Ipv4Header;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Reply;

/**
 * <b>source</b> - the packet generator: any number of flows from this node. Flows of datagrams are
 * each greedy or well-behaved (papers' RANI §5); flows of RDP have a connection each. Traffic
 * begins at the experiment's time zero.
 *
 * <p><b>Kinds of flow.</b>
 *
 * <ul>
 *   <li>{@code bursts}: a fixed number of packets in equal bursts, each handed to the node at once
 *       and serialised by its link; what does not divide goes to the first bursts. Deaf to
 *       congestion.
 *   <li>{@code cbr}: one packet every 1/rate, deaf to congestion.
 *   <li>{@code poisson}: a Poisson process of a mean rate, deaf to congestion.
 *   <li>{@code replay}: packets at the times and of the sizes of a list, deaf to congestion.
 *   <li>{@code on-off}: packets at a constant rate while it is on, none while it is off, deaf to
 *       congestion.
 *   <li>{@code responsive}: behaves as a {@link ResponsiveFlow TCP source}.
 *   <li>{@code bulk}: {@link BulkFlow as much as an RDP connection carries}.
 *   <li>{@code request-response}: asks a sink again and again over one {@link RequestResponseFlow
 *       RDP connection}.
 *   <li>{@code transfers}: {@link TransfersFlow transfers of drawn sizes}, which arrive at drawn
 *       times and have an RDP connection each.
 * </ul>
 *
 * <p><b>Facts.</b> {@code offered} (distinct packets to be sent, or requests), {@code sent}, {@code
 * retransmitted}, {@code acknowledged}, {@code timeouts}, {@code fast-retransmits}, {@code failed}
 * (connections that were refused, broken off, or given up), {@code responses}, {@code
 * response-seconds-mean}, {@code response-seconds-min}, {@code response-seconds-max}, {@code done};
 * of RDP flows {@code closes} (times that a window was closed, for whatever reason), {@code
 * closed-packets} (by how much in all), {@code requests-taken} (routers' requests followed: ACC),
 * {@code let-go} (segments that routers' filters let go), {@code pace-requests-taken} (ABCD);
 * {@code rdp} (what the endpoint counts, if there is one).
 *
 * <p>Of transfers also {@code flows-started}, {@code flows-ended}, {@code flows-failed} and {@code
 * flows-refused} (more than may be under way at once).
 *
 * <p><b>Notes.</b> {@code response} with {@code conn} and {@code rtt}; {@code flow-start} with
 * {@code conn}, {@code bytes}, {@code segment} and {@code message}; {@link RdpHost#notes RDP's
 * own}.
 *
 * <p><b>Console.</b> {@code start DEST KIND …} begins a flow with a flow's options as words ({@code
 * start n8 bulk packets=500}) and answers with its {@code id} at once; {@code show ID} tells {@code
 * id}, {@code to}, {@code offered}, {@code sent}, {@code retransmitted}, {@code acknowledged},
 * {@code timeouts}, {@code fast-retransmits} and {@code done}, of RDP flows also {@code failed},
 * {@code bytes-acknowledged}, {@code goodput-bits-per-second}, {@code srtt-seconds}, {@code
 * open-seconds}; {@code show} alone all {@code flows}. {@code stop ID} ends one, and breaks off its
 * connection.
 *
 * <p><b>Example.</b> {@code source: {flows: [{to: n8, kind: bursts, packets: 200, bursts: 5, gap:
 * 1s}]}}
 *
 * <p><b>See also.</b> {@link Sink sink}, {@code lgc}.
 */
public final class Source extends StartedService {
  /** Lifetime of acknowledgements; also the default lifetime of data. */
  public static final long LIFETIME_MICROS = 10_000_000;

  /** Source port of datagram flow 0; flow k uses FIRST_PORT + k. */
  static final int FIRST_PORT = 5000;

  static final int FLOWS_MAX = 256;

  private static final int RDP_TIMER = FLOWS_MAX;

  /** A flow that has connections. */
  interface RdpUser {
    /** Gives the flow the endpoint of its connections, before it begins. */
    void speakBy(RdpHost host);
  }

  private final List<Flow> flows;
  private final WordReader words;
  private @Nullable RdpHost host;

  private Source(List<Flow> flows, WordReader words) {
    this.flows = new ArrayList<>(flows);
    this.words = words;
  }

  private <F> List<F> ofKind(Class<F> kind) {
    return flows.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    super.start(nowNanos, context);
    for (RdpUser flow : ofKind(RdpUser.class)) {
      flow.speakBy(host(context));
    }
    for (Flow flow : flows) {
      flow.join(context);
    }
  }

  private RdpHost host(ServiceContext node) {
    if (host == null) {
      host = new RdpHost(node, RDP_TIMER, RdpHost.notes(node, true));
    }
    return host;
  }

  @Override
  public void go(long nowNanos) {
    for (Flow flow : flows) {
      flow.begin(nowNanos);
    }
  }

  @Override
  public void stop(long nowNanos) {
    if (host != null) {
      host.stop(nowNanos);
    }
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    if (timer < flows.size()) {
      flows.get(timer).wake(nowNanos);
    } else if (host != null) {
      host.onWake(nowNanos);
    }
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    if (packet.service() != 0) {
      return Fate.REFUSE; // an active packet need not be a datagram
    }
    if (packet.protocol() != Ipv4Header.PROTOCOL_UDP) {
      return host == null ? Fate.REFUSE : host.onPacket(nowNanos, packet);
    }
    int number = packet.destinationPort() - FIRST_PORT;
    boolean isAck =
        GeneratorHeader.isIn(packet)
            && GeneratorHeader.kind(packet) == GeneratorHeader.ACK
            && number >= 0
            && number < flows.size();
    if (!isAck || !(flows.get(number) instanceof DatagramFlow flow)) {
      return Fate.REFUSE;
    }
    if (!flow.isStopped()) {
      flow.acknowledged(nowNanos, GeneratorHeader.sequence(packet));
    }
    return Fate.CONSUME;
  }

  @Override
  public boolean isBusy() {
    return flows.stream().anyMatch(flow -> !flow.isOver());
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    ServiceContext node = node();
    return switch (verb) {
      case "start" -> begin(nowNanos, arguments, node);
      case "show" -> arguments.isEmpty() ? shown(nowNanos) : named(nowNanos, arguments, false);
      case "stop" ->
          arguments.isEmpty()
              ? Reply.refused("stop which? `show` tells the numbers")
              : named(nowNanos, arguments, true);
      default -> super.onCommand(nowNanos, verb, arguments);
    };
  }

  private Reply begin(long nowNanos, List<String> arguments, ServiceContext node) {
    if (flows.size() == FLOWS_MAX) {
      return Reply.refused(
          "a source has at most "
              + FLOWS_MAX
              + " flows; started again it has those of its options");
    }
    Flow flow;
    try {
      flow =
          words.read(
              Words.named(arguments, "kind", FlowReader.KINDS),
              options -> FlowReader.read(flows.size(), options));
      Words.requireWay(node, flow.place().destination(), 0);
    } catch (IllegalArgumentException wrong) {
      return Reply.refused(String.valueOf(wrong.getMessage()));
    }
    if (flow instanceof RdpUser user) {
      user.speakBy(host(node));
    }
    flow.join(node);
    flows.add(flow);
    flow.begin(nowNanos);
    return Reply.of(new Begun(flow.place().number(), Address.text(flow.place().destination())));
  }

  private Reply shown(long nowNanos) {
    return Reply.of(new Flows(flows.stream().map(flow -> flow.facts(nowNanos)).toList()));
  }

  private Reply named(long nowNanos, List<String> arguments, boolean stops) {
    int number = Words.number(arguments.getFirst());
    if (number < 0 || number >= flows.size()) {
      return Reply.refused(
          "no flow `" + arguments.getFirst() + "` is known; `show` tells the numbers");
    }
    Flow flow = flows.get(number);
    if (stops && !flow.isOver()) {
      flow.stop(nowNanos);
    }
    return Reply.of(flow.facts(nowNanos));
  }

  @Override
  public long heldBuffers() {
    return host == null ? 0 : host.heldBuffers();
  }

  public record Begun(int id, String to) implements Facts {}

  public record Flows(List<Flow.Shown> flows) implements Facts {}

  public record Shown(
      long offered,
      @Inline Flow.Counts counts,
      long failed,
      @Inline Responses responses,
      @Inline TransfersFlow.@Nullable Counted transfers,
      boolean done,
      @Inline @Nullable Windows windows,
      @Nullable RdpCounts rdp)
      implements Facts {}

  public record Responses(
      long responses,
      double responseSecondsMean,
      double responseSecondsMin,
      double responseSecondsMax)
      implements Facts {
    private static Responses of(List<RequestResponseFlow> flows) {
      long responses = flows.stream().mapToLong(RequestResponseFlow::responses).sum();
      long totalNanos = flows.stream().mapToLong(RequestResponseFlow::totalNanos).sum();
      long least = flows.stream().mapToLong(RequestResponseFlow::leastNanos).min().orElse(0);
      long most = flows.stream().mapToLong(RequestResponseFlow::mostNanos).max().orElse(0);
      return new Responses(
          responses,
          responses == 0 ? 0 : totalNanos / (responses * 1e9),
          responses == 0 ? 0 : least / 1e9,
          most / 1e9);
    }
  }

  public record Windows(
      long closes, double closedPackets, long requestsTaken, long paceRequestsTaken, long letGo)
      implements Facts {
    static final Windows NONE = new Windows(0, 0, 0, 0, 0);

    Windows plus(Windows other) {
      return new Windows(
          closes + other.closes,
          closedPackets + other.closedPackets,
          requestsTaken + other.requestsTaken,
          paceRequestsTaken + other.paceRequestsTaken,
          letGo + other.letGo);
    }

    static Windows of(RdpStatistics counted) {
      return new Windows(
          counted.closes(),
          counted.closedPackets(),
          counted.requestsTaken(),
          counted.paceRequestsTaken(),
          counted.segmentsLetGo());
    }
  }

  @Override
  public Shown facts(long nowNanos) {
    List<ConnectionFlow> connections = ofKind(ConnectionFlow.class);
    List<TransfersFlow> transfers = ofKind(TransfersFlow.class);
    TransfersFlow.Counted counted =
        transfers.stream()
            .map(TransfersFlow::counted)
            .reduce(TransfersFlow.Counted::plus)
            .orElse(null);
    Stream<Windows> windows =
        Stream.concat(
            connections.stream()
                .map(flow -> flow.statistics(nowNanos))
                .filter(Objects::nonNull)
                .map(Windows::of),
            transfers.stream().map(flow -> flow.windows(nowNanos)));
    return new Shown(
        flows.stream().mapToLong(Flow::offered).sum(),
        flows.stream()
            .map(flow -> flow.counts(nowNanos))
            .reduce(Flow.Counts.NONE, Flow.Counts::plus),
        connections.stream().filter(ConnectionFlow::hasFailed).count()
            + (counted == null ? 0 : counted.flowsFailed()),
        Responses.of(ofKind(RequestResponseFlow.class)),
        counted,
        !isBusy(),
        host == null ? null : windows.reduce(Windows.NONE, Windows::plus),
        host == null ? null : host.facts());
  }

  public static final class Provider extends NamedProvider {
    public Provider() {
      super(ServiceNumbers.SOURCE, "source");
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          start DEST KIND … | begins a flow with the options above as words (`start n8 bulk \
          packets=500`), and answers with its `id`
          show [ID] | tells how a flow stands; without ID all `flows`
          stop ID | ends a flow, and breaks off its connection
          """);
    }

    @Override
    public List<MetricRow> metrics() {
      return TrafficMetrics.ROWS;
    }

    @Override
    public ServiceMetrics measure(ObservedRun run) {
      return new TrafficMetrics(run);
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark("response", Kind.NOTE, "connection {conn}: response after {rtt s}"),
          new NoteMark(TransfersFlow.FLOW_START, Kind.SILENT, "connection {conn}: {bytes} bytes"));
    }

    @Override
    public Service create(OptionReader options) {
      List<Flow> flows = new ArrayList<>();
      for (OptionReader one : options.each("flows", "What is sent, by at most 256 flows.")) {
        long copies =
            one.count(
                "copies", 1, 1, FLOWS_MAX, "How many such flows, each with a port of its own.");
        if (flows.size() + copies > FLOWS_MAX) {
          throw new IllegalArgumentException("a source has at most " + FLOWS_MAX + " flows");
        }
        for (int copy = 0; copy < copies; copy++) {
          flows.add(FlowReader.read(flows.size(), one));
        }
      }
      return new Source(flows, options.words());
    }
  }
}
