// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import io.netty.buffer.ByteBuf;
import java.util.List;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Verb;
import rani.service.WordReader;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.services.Words;
import rani.wire.Dscp;
import rani.wire.Ipv4Header;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;
import rani.world.Facts;
import rani.world.Reply;

/**
 * <b>ping</b> - asks another node whether it is there, and measures how long the answer takes; and
 * answers those who ask. The node that is asked must have ping on its menu, too.
 *
 * <p>A question is a datagram, through the queues as any other. An active one asks for the service
 * by its number; a passive one only goes to its port, and so can be put to an {@link Echo echo},
 * too. The answer is as long as the question, of the same kind, and lives as long as it had left.
 * It counts if it comes from the node that was asked, with the number that the asker drew for the
 * ping. A round trip is measured by the asker's clock alone.
 *
 * <p><b>Facts.</b> {@code started} (pings), {@code running}, {@code sent} (questions), {@code
 * received} (answers, each once), {@code late} (answers to a ping that was over), {@code
 * duplicates}, {@code answered} (questions of others), {@code malformed}. <b>Notes.</b> {@code
 * done} with id, to, sent, received, duplicates and, if there was an answer, rtt-seconds-mean.
 *
 * <p><b>Console.</b> {@code start DEST} begins a ping and answers with its {@code id} at once; it
 * may be followed by {@code active} (as it is) or {@code passive}, {@code count=5} (1 to 10,000),
 * {@code interval=1s} (at least 1ms), {@code timeout=2s} (how long an answer is waited for), {@code
 * size=64B} (IPv4 total length, 44B to 65535B), {@code port=7006} (the destination's, of passive
 * questions). At most 16 run at a time. {@code show ID} tells {@code id}, {@code to}, {@code way},
 * {@code size-bytes}, {@code count}, {@code sent}, {@code received}, {@code lost}, {@code loss} (a
 * fraction), {@code duplicates}, {@code done} and, after the first answer, {@code rtt-seconds-min},
 * {@code rtt-seconds-mean}, {@code rtt-seconds-max}, {@code rtt-seconds-stddev}, {@code
 * rtt-seconds-p50} and {@code rtt-seconds-p99}; {@code show} alone tells the last 64 as {@code
 * pings}. {@code stop ID} ends one.
 *
 * <p><b>Example.</b> {@code n1: {services: {ping: {}}}}, and in a schedule {@code {at: 2s, node:
 * n1, tell: {ping: [start, n8, count=3]}}}
 *
 * <p><b>See also.</b> {@link Echo echo}, {@link Traceroute traceroute}.
 */
public final class Ping extends StartedService {
  static final int COUNT_MAX = 10_000;

  private static final int PORT = 7006;
  private static final long SECOND = 1_000_000_000;
  private static final long LIFETIME_MICROS = 10_000_000;
  private static final long MILLI = 1_000_000;
  private static final int HEADERS = Ipv4Header.LENGTH + UdpHeader.LENGTH;
  private static final int SIZE_MIN = HEADERS + PingHeader.LENGTH;
  private static final List<String> WAYS = List.of("active", "passive");

  private final int port;
  private final WordReader words;
  private final PingHeader header = new PingHeader();
  private final Runs<PingRun> runs = new Runs<>("ping");
  private long sent;
  private long received;
  private long late;
  private long duplicates;
  private long answers;
  private long malformed;

  private Ping(int port, WordReader words) {
    this.port = port;
    this.words = words;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    super.start(nowNanos, context);
    context.listen(port);
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    ServiceContext node = node();
    if (!PingHeader.isIn(packet)) {
      malformed++;
      return Fate.REFUSE;
    }
    // An echo service returns a question unchanged, so that this node's own question is an answer.
    if (PingHeader.kind(packet) == PingHeader.ANSWERS
        || PingHeader.asker(packet) == node.address()) {
      answered(nowNanos, packet, node);
    } else {
      answer(nowNanos, packet, node);
    }
    return Fate.CONSUME;
  }

  private void answer(long nowNanos, FrameView question, ServiceContext node) {
    answers++;
    int number = PingHeader.number(question);
    int sequence = PingHeader.sequence(question);
    ByteBuf head = header.of(PingHeader.ANSWERS, number, sequence, PingHeader.asker(question));
    UdpFlow flow = new UdpFlow(question.source(), port, question.sourcePort());
    long left = question.lifetimeMicros();
    send(nowNanos, node, question.service() != 0, flow, left, head, question.dataLength());
  }

  private static void send(
      long nowNanos,
      ServiceContext node,
      boolean active,
      UdpFlow flow,
      long lifetimeMicros,
      ByteBuf head,
      int length) {
    if (active) {
      node.sendActive(nowNanos, flow, Dscp.BEST_EFFORT, lifetimeMicros, head, length);
    } else {
      node.sendDatagram(nowNanos, flow, lifetimeMicros, head, length);
    }
  }

  private void answered(long nowNanos, FrameView packet, ServiceContext node) {
    PingRun run = runs.find(PingHeader.number(packet));
    if (run == null) {
      malformed++; // forged, or the answer to a ping that is no longer remembered
      return;
    }
    switch (run.take(nowNanos, packet.source(), PingHeader.sequence(packet))) {
      case FIRST -> received++;
      case AGAIN -> duplicates++;
      case LATE -> late++;
      case FOREIGN -> malformed++;
    }
    if (run.isAllAnswered() && !run.over) {
      end(nowNanos, run, node);
    }
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    PingRun run = runs.inSlot(timer);
    if (run == null) {
      return;
    }
    if (run.isAllSent()) {
      end(nowNanos, run, node());
    } else {
      ask(nowNanos, run, timer, node());
    }
  }

  private void ask(long nowNanos, PingRun run, int slot, ServiceContext node) {
    PingRun.Order order = run.order();
    ByteBuf head = header.of(PingHeader.ASKS, run.drawn, run.sent(), node.address());
    int length = order.sizeBytes() - HEADERS;
    run.sent(nowNanos);
    sent++;
    node.setTimer(slot, run.isAllSent() ? run.endNanos() : run.nextNanos());
    UdpFlow flow = new UdpFlow(order.to(), port, order.port());
    send(nowNanos, node, order.active(), flow, LIFETIME_MICROS, head, length);
  }

  private void end(long nowNanos, PingRun run, ServiceContext node) {
    run.end();
    runs.ended(run, node);
    node.note(nowNanos, "done", run.summary());
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    ServiceContext node = node();
    return switch (verb) {
      case "start" -> begin(nowNanos, arguments, node);
      case "show" -> runs.show(nowNanos, arguments);
      case "stop" -> stop(nowNanos, arguments, node);
      default -> super.onCommand(nowNanos, verb, arguments);
    };
  }

  private Reply begin(long nowNanos, List<String> arguments, ServiceContext node) {
    if (runs.isFull()) {
      return runs.full();
    }
    PingRun.Order order;
    try {
      order = words.read(Words.named(arguments, "way", WAYS), this::order);
      Words.requireWay(node, order.to(), order.sizeBytes());
    } catch (IllegalArgumentException wrong) {
      return Reply.refused(String.valueOf(wrong.getMessage()));
    }
    PingRun run = new PingRun(runs.nextNumber(), runs.draw(node), order);
    ask(nowNanos, run, runs.add(run), node);
    return runs.begun(run);
  }

  private PingRun.Order order(OptionReader options) {
    int to = options.node("to", "The node that is asked.");
    int count = (int) options.count("count", 5, 1, COUNT_MAX, "How many questions are asked.");
    long intervalNanos =
        options.durationNanos("interval", SECOND, "How long from one to the next, at least 1ms.");
    long timeoutNanos =
        options.durationNanos(
            "timeout", 2 * SECOND, "After how long an answer is late, at least 1ms.");
    int size =
        (int)
            options.sizeBytes(
                "size",
                64,
                SIZE_MIN,
                Ipv4Header.TOTAL_LENGTH_MAX,
                "IPv4 total length of each question.");
    boolean active =
        options
            .oneOf("way", WAYS.getFirst(), WAYS, "Whether active packets ask, or UDP datagrams.")
            .equals(WAYS.getFirst());
    int toPort = (int) options.count("port", PORT, 1, 65_535, "The UDP port that datagrams go to.");
    if (intervalNanos < MILLI || timeoutNanos < MILLI) {
      throw new IllegalArgumentException("interval and timeout are at least 1ms");
    }
    return new PingRun.Order(to, count, size, intervalNanos, timeoutNanos, active, toPort);
  }

  private Reply stop(long nowNanos, List<String> arguments, ServiceContext node) {
    if (arguments.isEmpty()) {
      return Reply.refused("stop which? `show` tells the numbers");
    }
    PingRun run = runs.named(arguments.getFirst());
    if (run == null) {
      return runs.unknown(arguments.getFirst());
    }
    if (!run.over) {
      end(nowNanos, run, node);
    }
    return Reply.of(run.facts(nowNanos));
  }

  @Override
  public boolean isBusy() {
    return runs.running() > 0;
  }

  public record Shown(
      int started,
      long running,
      long sent,
      long received,
      long late,
      long duplicates,
      long answered,
      long malformed)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(
        runs.started(), runs.running(), sent, received, late, duplicates, answers, malformed);
  }

  public static final class Provider extends NamedProvider {
    public Provider() {
      super(ServiceNumbers.PING, "ping");
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          start DEST … | begins a ping, and answers with its `id` at once; DEST is a node's name \
          or address
          show [ID] | tells how it stands; without ID the last 64, as `pings`
          stop ID | ends one
          """);
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark(
              "done",
              Kind.NOTE,
              "ping of {to}: {received} of {sent} answered[, on the mean after {rtt-seconds-mean"
                  + " s}]"));
    }

    @Override
    public Service create(OptionReader options) {
      return new Ping(
          (int) options.count("port", PORT, 1, 65_535, "The UDP port of passive questions."),
          options.words());
    }
  }
}
