// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.queue.Rate;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.bind.RdpOptions;
import rani.rdp.segment.RdpHeader;
import rani.service.OptionReader;
import rani.service.ServiceContext;
import rani.wire.Dscp;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpHeader;

/** Reads the flows of a {@link Source} from options. */
public final class FlowReader {
  /** Kinds of flow, the default first. */
  public static final List<String> KINDS =
      List.of(
          "bursts",
          "cbr",
          "poisson",
          "on-off",
          "replay",
          "responsive",
          "bulk",
          "request-response",
          "transfers");

  private static final String NONE = "none";
  private static final String BEST_EFFORT = "be";

  /** Code points that sources may use: all but network control. */
  private static final List<String> MARKS =
      Dscp.byName().entrySet().stream()
          .filter(named -> named.getValue() != Ipv4Header.DSCP_CONTROL)
          .map(Map.Entry::getKey)
          .toList();

  private static final long SECOND = 1_000_000_000;
  private static final List<String> TIMES = List.of("exponential", "constant");
  private static final String BURST_START = "start";
  private static final String BURST_END = "end";
  private static final List<String> BURST_EDGES = List.of(BURST_START, BURST_END);
  private static final long ON_OFF_NANOS = 2_500_000_000L;
  private static final int PACKETS = 100;
  private static final String COUNTED_OR_NOT =
      "How many packets are sent; 0, or with a duration nothing, for as many as there is time for.";
  private static final int SIZE = 1000;
  private static final int CONCURRENT = 256;

  /** Greatest load: ten times what fits. */
  private static final double LOAD_MAX = 10;

  private static final Pattern PER_SECOND = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,9})?)\\s*/\\s*s");

  /** Size of the shortest packet: headers alone. */
  static final int SIZE_MIN = Ipv4Header.LENGTH + UdpHeader.LENGTH + GeneratorHeader.LENGTH;

  /** Lower bound of rto-min; a timer of 0 would fire without end. */
  private static final long RTO_MIN_NANOS_MIN = 1_000_000;

  private FlowReader() {}

  static Flow read(int number, OptionReader options) {
    Flow.Place place =
        new Flow.Place(
            number,
            options.node("to", "The node that receives."),
            (int)
                options.count("port", Sink.PORT, 1, 65_535, "The UDP or RDP port at the receiver."),
            options.durationNanos(
                "start", 0, "The start offset of the flow from the time zero of the experiment."),
            options.durationNanos(
                "start-spread", 0, "And later by a time drawn uniformly from as much."),
            Dscp.ofName(
                options.oneOf(
                    "dscp", BEST_EFFORT, MARKS, "How its packets are marked (RFC 2474).")));
    String kind =
        options.oneOf(
            "kind",
            KINDS.getFirst(),
            KINDS,
            "How the source behaves: bursts, cbr, poisson, on-off and replay are deaf to"
                + " congestion, responsive behaves as TCP does; bulk fills an RDP connection,"
                + " request-response asks again and again over one, transfers of drawn sizes have"
                + " one each.");
    return switch (kind) {
      case "cbr" ->
          new CbrFlow(
              place,
              load(options),
              options.rate("rate", Rate.packetsPerSecond(10), "The rate of packets."));
      case "poisson" -> poisson(place, options);
      case "replay" -> replay(place, options);
      case "on-off" -> onOff(place, options);
      case "responsive" -> responsive(place, options);
      case "bulk" -> bulk(place, options);
      case "request-response" -> requestResponse(place, options);
      case "transfers" -> transfers(place, options);
      default -> bursts(place, options);
    };
  }

  private static DatagramFlow.Load load(OptionReader options) {
    return load(options, PACKETS, 1);
  }

  private static DatagramFlow.Load load(OptionReader options, int packets, int packetsMin) {
    return new DatagramFlow.Load(
        (int)
            options.count(
                "packets",
                packets,
                packetsMin,
                GeneratorHeader.SEQUENCE_MAX,
                packetsMin > 0 ? "How many packets are sent." : COUNTED_OR_NOT),
        (int)
            options.sizeBytes(
                "size",
                SIZE,
                SIZE_MIN,
                Ipv4Header.TOTAL_LENGTH_MAX,
                "IPv4 total length of each packet."),
        lifetimeMicros(options));
  }

  private static long lifetimeMicros(OptionReader options) {
    return Math.min(
        options.durationNanos("lifetime", 10 * SECOND, "How long a packet may live.") / 1000,
        RaniHeader.LIFETIME_MICROS_MAX);
  }

  private static long durationNanos(OptionReader options) {
    return options.durationNanos(
        "duration", 0, "For how long it sends; 0s for as long as it takes.");
  }

  private static Flow poisson(Flow.Place place, OptionReader options) {
    long durationNanos = durationNanos(options);
    return new PoissonFlow(
        place,
        load(options, durationNanos > 0 ? DatagramFlow.UNCOUNTED : PACKETS, DatagramFlow.UNCOUNTED),
        options.rate("rate", Rate.packetsPerSecond(10), "The mean rate of packets."),
        durationNanos);
  }

  private static Flow replay(Flow.Place place, OptionReader options) {
    long lifetimeMicros = lifetimeMicros(options);
    Arrivals arrivals =
        options.value(
            "arrivals",
            NONE,
            text -> Arrivals.of(text.equals(NONE) ? "" : text),
            "When packets of which sizes are sent, each as seconds and bytes: 0.25 1000.");
    String _ =
        options.text("recorded", "", "What a capture held, which rani writes in place of `file`.");
    long loopNanos =
        options.durationNanos(
            "loop", 0, "After how long the arrivals begin again; 0s for once only.");
    long durationNanos = durationNanos(options);
    if (arrivals.count() == 0) {
      throw new IllegalArgumentException("a replay needs `arrivals`, or a `file` of them");
    }
    if (loopNanos > 0 && loopNanos <= arrivals.atNanos(arrivals.count() - 1)) {
      throw new IllegalArgumentException("`loop` is later than the last arrival");
    }
    int packets = loopNanos > 0 || durationNanos > 0 ? DatagramFlow.UNCOUNTED : arrivals.count();
    return new ReplayFlow(
        place,
        new DatagramFlow.Load(packets, SIZE_MIN, lifetimeMicros),
        arrivals,
        loopNanos,
        durationNanos);
  }

  private static Flow responsive(Flow.Place place, OptionReader options) {
    DatagramFlow.Load load = load(options);
    long ssthresh =
        options.count("ssthresh", 16, 2, 65_535, "Where the first slow start ends, in packets.");
    long window =
        options.count(
            "window",
            64,
            1,
            ServiceContext.PACKETS_PER_CALL_MAX,
            "The receiver's window, in packets.");
    long rtoInitialNanos =
        options.durationNanos("rto-initial", 3 * SECOND, "The first retransmission timeout.");
    long rtoMinNanos =
        options.durationNanos("rto-min", SECOND, "The least retransmission timeout, at least 1ms.");
    if (rtoMinNanos < RTO_MIN_NANOS_MIN) {
      throw new IllegalArgumentException("rto-min is at least 1ms");
    }
    return new ResponsiveFlow(place, load, ssthresh, window, rtoInitialNanos, rtoMinNanos);
  }

  private static Flow onOff(Flow.Place place, OptionReader options) {
    long durationNanos = durationNanos(options);
    OnOffFlow.Pattern pattern =
        new OnOffFlow.Pattern(
            options.rate("rate", Rate.bitsPerSecond(100_000), "The rate while it is on."),
            options.durationNanos(
                "on", ON_OFF_NANOS, "How long it sends, in the mean; at least 1ms."),
            options.durationNanos(
                "off", ON_OFF_NANOS, "How long it does not, in the mean; at least 1ms."),
            options
                .oneOf(
                    "times",
                    TIMES.getFirst(),
                    TIMES,
                    "Whether these times are drawn each time, or always the same.")
                .equals(TIMES.getFirst()),
            durationNanos);
    if (Math.min(pattern.onNanos(), pattern.offNanos()) < OnOffFlow.MEAN_NANOS_MIN) {
      throw new IllegalArgumentException("on and off are at least 1ms");
    }
    return new OnOffFlow(
        place,
        load(options, durationNanos > 0 ? DatagramFlow.UNCOUNTED : PACKETS, DatagramFlow.UNCOUNTED),
        pattern);
  }

  private static Flow bursts(Flow.Place place, OptionReader options) {
    DatagramFlow.Load load = load(options);
    int bursts =
        (int)
            options.count(
                "bursts",
                1,
                1,
                GeneratorHeader.SEQUENCE_MAX,
                "How many bursts; what does not divide goes to the first ones.");
    long gapNanos =
        options.durationNanos("gap", SECOND, "From the start of a burst to that of the next.");
    boolean gapFromEnd =
        options
            .oneOf(
                "gap-from",
                BURST_START,
                BURST_EDGES,
                "Whether the gap is counted from the start of a burst or, as a pause, from its"
                    + " end.")
            .equals(BURST_END);
    if (bursts > load.packets()) {
      throw new IllegalArgumentException("bursts is 1…" + load.packets() + ", not " + bursts);
    }
    int greatest = Math.ceilDiv(load.packets(), bursts);
    if (greatest > ServiceContext.PACKETS_PER_CALL_MAX) {
      throw new IllegalArgumentException(
          "a burst has at most "
              + ServiceContext.PACKETS_PER_CALL_MAX
              + " packets, not "
              + greatest);
    }
    return new BurstFlow(place, load, bursts, gapNanos, gapFromEnd);
  }

  private static Flow bulk(Flow.Place place, OptionReader options) {
    int size = segmentBytes(options);
    long durationNanos = durationNanos(options);
    int packets =
        (int)
            options.count(
                "packets",
                durationNanos > 0 ? BulkFlow.UNCOUNTED : PACKETS,
                BulkFlow.UNCOUNTED,
                GeneratorHeader.SEQUENCE_MAX,
                COUNTED_OR_NOT);
    RdpConfig config = withSegmentBytes(marked(place, RdpOptions.read(options)), size);
    return new BulkFlow(place, config, packets, durationNanos);
  }

  private static int segmentBytes(OptionReader options) {
    return (int)
        options.sizeBytes(
            "size",
            SIZE,
            RdpConnection.SEGMENT_BYTES_MIN,
            Ipv4Header.TOTAL_LENGTH_MAX,
            "IPv4 total length of a full packet.");
  }

  /** Returns the configuration with the smaller of its own and the given segment size. */
  private static RdpConfig withSegmentBytes(RdpConfig config, int size) {
    RdpConfig.Wire wire = config.wire();
    int bytes = wire.segmentBytes() == 0 ? size : Math.min(size, wire.segmentBytes());
    return config.with(wire.withSegmentBytes(bytes));
  }

  private static RdpConfig marked(Flow.Place place, RdpConfig config) {
    return config.with(config.wire().withDscp(place.dscp()));
  }

  private static Flow requestResponse(Flow.Place place, OptionReader options) {
    int requests =
        (int) options.count("requests", 10, 1, GeneratorHeader.SEQUENCE_MAX, "How many requests.");
    int requestBytes = exchangeBytes(options, "request-size", 100, "Bytes of each request.");
    int responseBytes =
        exchangeBytes(options, "response-size", 10_000, "Bytes that each request asks for.");
    long thinkNanos = options.durationNanos("think", 0, "From a response to the next request.");
    RdpConfig config = marked(place, RdpOptions.read(options));
    return new RequestResponseFlow(
        place, config, requests, requestBytes, responseBytes, thinkNanos);
  }

  private static Flow transfers(Flow.Place place, OptionReader options) {
    FlowSizes sizes =
        options.value(
            "sizes",
            FlowSizes.PUBLISHED.getFirst(),
            FlowSizes::of,
            "How large transfers are: web-search, data-mining, a size, pareto(mean=100kB,"
                + " shape=1.2), lognormal(mean=100kB, sigma=1.5), or the points of a distribution,"
                + " each as bytes and the share of transfers up to that: 1460 0.5.");
    int size = segmentBytes(options);
    double perSecond = arrivalsPerSecond(options, sizes, size);
    boolean isPoisson =
        options
            .oneOf(
                "times",
                TIMES.getFirst(),
                TIMES,
                "Whether the times between arrivals are drawn each time, or always the same.")
            .equals(TIMES.getFirst());
    long durationNanos =
        options.durationNanos("duration", 0, "For how long transfers arrive; 0s without end.");
    int transfers =
        (int)
            options.count(
                "transfers",
                durationNanos > 0 ? TransfersFlow.UNCOUNTED : PACKETS,
                TransfersFlow.UNCOUNTED,
                GeneratorHeader.SEQUENCE_MAX,
                "How many arrive; 0, or with a duration nothing, for as many as there is time"
                    + " for.");
    int concurrent =
        (int)
            options.count(
                "concurrent",
                CONCURRENT,
                1,
                TransfersFlow.CONCURRENT_MAX,
                "How many may be under way at once; more are refused, and counted.");
    RdpConfig config = withSegmentBytes(marked(place, RdpOptions.read(options)), size);
    if (!(perSecond > 0 && perSecond <= TransfersFlow.ARRIVALS_PER_SECOND_MAX)) {
      throw new IllegalArgumentException(
          "transfers need an `arrival-rate` such as 20/s, or a `load` such as 60% and the rate that"
              + " it is `of`; at most "
              + TransfersFlow.ARRIVALS_PER_SECOND_MAX
              + " arrive in a second");
    }
    return new TransfersFlow(
        place,
        config,
        sizes,
        new TransfersFlow.Arriving(perSecond, isPoisson, transfers, durationNanos, concurrent));
  }

  /**
   * Reads the mean rate of arrivals, given as it is or as the load of a rate; 0 if neither is
   * given.
   */
  private static double arrivalsPerSecond(OptionReader options, FlowSizes sizes, int size) {
    double perSecond =
        options.value(
            "arrival-rate",
            NONE,
            FlowReader::perSecond,
            "How many transfers arrive in a second, such as 20/s; or `load` tells.");
    double load =
        options.fraction(
            "load",
            0,
            0,
            LOAD_MAX,
            "Which part of the rate `of` the arriving transfers take, headers included.");
    Rate of = options.rate("of", Rate.UNLIMITED, "The rate that `load` is of, such as 10Mbit/s.");
    if (load > 0 && perSecond > 0) {
      options.refuse("either `load` or `arrival-rate`", "load", "arrival-rate");
    }
    if (load > 0 == of.isUnlimited()) {
      throw new IllegalArgumentException("`load` is of a rate: `load: 60%, of: 10Mbit/s`");
    }
    if (load == 0) {
      return perSecond;
    }
    double bytesOnLinks = sizes.meanBytes() * size / (size - Ipv4Header.LENGTH - RdpHeader.LENGTH);
    return load * of.bitsPerSecondOf(size) / (8 * bytesOnLinks);
  }

  private static double perSecond(String text) {
    if (text.equals(NONE)) {
      return 0;
    }
    Matcher rate = PER_SECOND.matcher(text.strip());
    double perSecond = rate.matches() ? Double.parseDouble(rate.group(1)) : 0;
    if (perSecond <= 0) {
      throw new IllegalArgumentException(
          "a rate of arrivals is above 0, such as 20/s, not `" + text.strip() + "`");
    }
    return perSecond;
  }

  private static int exchangeBytes(OptionReader options, String name, int usual, String meaning) {
    return (int)
        options.sizeBytes(name, usual, ExchangeHeader.LENGTH, ExchangeHeader.BYTES_MAX, meaning);
  }
}
