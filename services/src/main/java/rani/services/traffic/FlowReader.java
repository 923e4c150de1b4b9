// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.util.List;
import java.util.Map;
import rani.queue.Rate;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.bind.RdpOptions;
import rani.service.OptionReader;
import rani.service.ServiceContext;
import rani.wire.Dscp;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpHeader;

/** Reads the flows of a {@link Source} from a file's options. */
public final class FlowReader {
  /** The kinds that there are, the usual one first. */
  public static final List<String> KINDS =
      List.of(
          "bursts", "cbr", "poisson", "on-off", "replay", "responsive", "bulk", "request-response");

  private static final String NONE = "none";
  private static final String BEST_EFFORT = "be";

  /** What sources may mark their packets with: all but network control. */
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
  private static final int SIZE = 1000;

  /** The shortest packet: headers alone. */
  static final int SIZE_MIN = Ipv4Header.LENGTH + UdpHeader.LENGTH + GeneratorHeader.LENGTH;

  /** The shortest rto-min: a timer that were due at once would fire for ever. */
  private static final long RTO_MIN_NANOS_MIN = 1_000_000;

  private FlowReader() {}

  /** Reads the flow of that number. */
  static Flow read(int number, OptionReader options) {
    Flow.Place place =
        new Flow.Place(
            number,
            options.node("to"),
            (int) options.count("port", Sink.PORT, 1, 65_535),
            options.durationNanos("start", 0),
            options.durationNanos("start-spread", 0),
            Dscp.ofName(options.oneOf("dscp", BEST_EFFORT, MARKS)));
    String kind = options.oneOf("kind", KINDS.getFirst(), KINDS);
    return switch (kind) {
      case "cbr" ->
          new CbrFlow(place, load(options), options.rate("rate", Rate.packetsPerSecond(10)));
      case "poisson" -> poisson(place, options);
      case "replay" -> replay(place, options);
      case "on-off" -> onOff(place, options);
      case "responsive" -> responsive(place, options);
      case "bulk" -> bulk(place, options);
      case "request-response" -> requestResponse(place, options);
      default -> bursts(place, options);
    };
  }

  private static DatagramFlow.Load load(OptionReader options) {
    return load(options, PACKETS, 1);
  }

  private static DatagramFlow.Load load(OptionReader options, int packets, int packetsMin) {
    return new DatagramFlow.Load(
        (int) options.count("packets", packets, packetsMin, GeneratorHeader.SEQUENCE_MAX),
        (int) options.sizeBytes("size", SIZE, SIZE_MIN, Ipv4Header.TOTAL_LENGTH_MAX),
        lifetimeMicros(options));
  }

  private static long lifetimeMicros(OptionReader options) {
    return Math.min(
        options.durationNanos("lifetime", 10 * SECOND) / 1000, RaniHeader.LIFETIME_MICROS_MAX);
  }

  private static Flow poisson(Flow.Place place, OptionReader options) {
    long durationNanos = options.durationNanos("duration", 0);
    return new PoissonFlow(
        place,
        load(options, durationNanos > 0 ? PoissonFlow.UNCOUNTED : PACKETS, PoissonFlow.UNCOUNTED),
        options.rate("rate", Rate.packetsPerSecond(10)),
        durationNanos);
  }

  private static Flow replay(Flow.Place place, OptionReader options) {
    Arrivals arrivals =
        options.value("arrivals", NONE, text -> Arrivals.of(text.equals(NONE) ? "" : text));
    if (arrivals.count() == 0) {
      throw new IllegalArgumentException("a replay needs `arrivals`, or a `file` of them");
    }
    DatagramFlow.Load load =
        new DatagramFlow.Load(arrivals.count(), SIZE_MIN, lifetimeMicros(options));
    return new ReplayFlow(place, load, arrivals);
  }

  private static Flow responsive(Flow.Place place, OptionReader options) {
    DatagramFlow.Load load = load(options);
    long ssthresh = options.count("ssthresh", 16, 2, 65_535);
    long window = options.count("window", 64, 1, ServiceContext.PACKETS_PER_CALL_MAX);
    long rtoInitialNanos = options.durationNanos("rto-initial", 3 * SECOND);
    long rtoMinNanos = options.durationNanos("rto-min", SECOND);
    if (rtoMinNanos < RTO_MIN_NANOS_MIN) {
      throw new IllegalArgumentException("rto-min is at least 1ms");
    }
    return new ResponsiveFlow(place, load, ssthresh, window, rtoInitialNanos, rtoMinNanos);
  }

  private static Flow onOff(Flow.Place place, OptionReader options) {
    long durationNanos = options.durationNanos("duration", 0);
    OnOffFlow.Pattern pattern =
        new OnOffFlow.Pattern(
            options.rate("rate", Rate.bitsPerSecond(100_000)),
            options.durationNanos("on", ON_OFF_NANOS),
            options.durationNanos("off", ON_OFF_NANOS),
            options.oneOf("times", TIMES.getFirst(), TIMES).equals(TIMES.getFirst()),
            durationNanos);
    if (Math.min(pattern.onNanos(), pattern.offNanos()) < OnOffFlow.MEAN_NANOS_MIN) {
      throw new IllegalArgumentException("on and off are at least 1ms");
    }
    return new OnOffFlow(
        place,
        load(options, durationNanos > 0 ? OnOffFlow.UNCOUNTED : PACKETS, OnOffFlow.UNCOUNTED),
        pattern);
  }

  private static Flow bursts(Flow.Place place, OptionReader options) {
    DatagramFlow.Load load = load(options);
    int bursts = (int) options.count("bursts", 1, 1, load.packets());
    long gapNanos = options.durationNanos("gap", SECOND);
    boolean gapFromEnd = options.oneOf("gap-from", BURST_START, BURST_EDGES).equals(BURST_END);
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
    int size =
        (int)
            options.sizeBytes(
                "size", SIZE, RdpConnection.SEGMENT_BYTES_MIN, Ipv4Header.TOTAL_LENGTH_MAX);
    long durationNanos = options.durationNanos("duration", 0);
    int packets =
        (int)
            options.count(
                "packets",
                durationNanos > 0 ? BulkFlow.UNCOUNTED : PACKETS,
                BulkFlow.UNCOUNTED,
                GeneratorHeader.SEQUENCE_MAX);
    RdpConfig config = withSegmentBytes(marked(place, RdpOptions.read(options)), size);
    return new BulkFlow(place, config, packets, durationNanos);
  }

  /** Packets are no larger than the one says, and no larger than the other. */
  private static RdpConfig withSegmentBytes(RdpConfig config, int size) {
    RdpConfig.Wire wire = config.wire();
    int bytes = wire.segmentBytes() == 0 ? size : Math.min(size, wire.segmentBytes());
    return config.with(wire.withSegmentBytes(bytes));
  }

  private static RdpConfig marked(Flow.Place place, RdpConfig config) {
    return config.with(config.wire().withDscp(place.dscp()));
  }

  private static Flow requestResponse(Flow.Place place, OptionReader options) {
    int requests = (int) options.count("requests", 10, 1, GeneratorHeader.SEQUENCE_MAX);
    int requestBytes = exchangeBytes(options, "request-size", 100);
    int responseBytes = exchangeBytes(options, "response-size", 10_000);
    long thinkNanos = options.durationNanos("think", 0);
    RdpConfig config = marked(place, RdpOptions.read(options));
    return new RequestResponseFlow(
        place, config, requests, requestBytes, responseBytes, thinkNanos);
  }

  private static int exchangeBytes(OptionReader options, String name, int usual) {
    return (int) options.sizeBytes(name, usual, ExchangeHeader.LENGTH, ExchangeHeader.BYTES_MAX);
  }
}
