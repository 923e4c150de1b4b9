// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import java.util.ArrayList;
import java.util.List;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Trial;
import rani.service.Verb;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.wire.Address;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.Note;
import rani.world.Reply;

/**
 * <b>ufc-core</b> - unresponsive flow control in a domain's core (papers' UFC §3.1): when queues of
 * this node drop packets of the lowest drop precedence, of flows that do not answer losses, the
 * edges where these flows enter the domain receive reports: drops by flow, the interval, and the
 * bandwidth.
 *
 * <p>Counted are packets marked AF11, AF21, AF31 or AF41, of every protocol but RDP, that a queue
 * drops early or for want of room. What is not marked so tells nothing: it was promised nothing. At
 * the end of an interval in which there was at least {@code threshold} such packets one report for
 * each of the flows goes towards the flow's source, and is taken by the first ufc-edge that the
 * flow enters by; the core keeps no state of flows beyond. Reports are neither acknowledged nor
 * repeated: congestion that lasts is reported again.
 *
 * <p>A {@link UfcEdge ufc-edge} does the same for its own queues and needs no ufc-core beside it.
 *
 * <p><b>Facts.</b> {@code drops} (of the lowest precedence, unanswered), {@code others} (packets
 * that congested a queue and do not count), {@code flows} (in the present interval, at most 4,096),
 * {@code beyond} (drops of flows for which there was no room), {@code below-threshold} (intervals
 * without a report for that), {@code reports}. <b>Notes.</b> {@code report} with drops and flows.
 *
 * <p><b>Example.</b> {@code c1: {services: {ufc-core: {interval: 500ms}}}}
 *
 * <p><b>See also.</b> {@link UfcEdge ufc-edge}, {@link rani.aqm.Rio the discipline rio}.
 */
public final class UfcCore extends StartedService {
  private static final int SHOWN_MAX = 100;

  private final long intervalNanos;
  private final long threshold;
  private final DropCounts counts = new DropCounts();
  private final List<UfcCongestion> last = new ArrayList<>();
  private int nextId;

  private long drops;
  private long others;
  private long beyond;
  private long belowThreshold;
  private long reports;

  private UfcCore(long intervalNanos, long threshold) {
    this.intervalNanos = intervalNanos;
    this.threshold = threshold;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    super.start(nowNanos, context);
    nextId = context.secrets().nextInt();
  }

  @Override
  public void onCongestion(long nowNanos, Congestion kind, QueueView queue, FrameView packet) {
    if (kind == Congestion.ABOVE_MAX || kind == Congestion.BELOW_MAX) {
      return;
    }
    if (!DropCounts.isUnanswered(kind, packet) || packet.source() == node().address()) {
      others++;
      return;
    }
    drops++;
    if (counts.isEmpty()) {
      node().setTimer(0, nowNanos + intervalNanos);
    }
    if (!counts.add(packet, DropCounts.bandwidth(queue.rate(), packet.length()))) {
      beyond++;
    }
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    long total = counts.total();
    List<DropCounts.Dropped> dropped = counts.take();
    if (total < threshold) {
      belowThreshold++;
      return;
    }
    last.clear();
    for (DropCounts.Dropped of : dropped) {
      UfcCongestion report =
          new UfcCongestion(
              of.flow(), nextId++, of.count(), UfcEdge.millis(intervalNanos), of.bitsPerSecond());
      node().sendMessage(nowNanos, of.flow().source(), ServiceNumbers.UFC_EDGE, report);
      reports++;
      if (last.size() < SHOWN_MAX) {
        last.add(report);
      }
    }
    node().note(nowNanos, "report", Note.of("drops", total).and("flows", dropped.size()));
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    if (!verb.equals("show")) {
      return super.onCommand(nowNanos, verb, arguments);
    }
    return Reply.of(new Reports(last.stream().map(Report::of).toList()));
  }

  public record Reports(List<Report> reports) implements Facts {}

  public record Report(
      String flow, String towards, long drops, double intervalSeconds, long bandwidthBitsPerSecond)
      implements Facts {
    private static Report of(UfcCongestion report) {
      return new Report(
          report.flow().toString(),
          Address.text(report.flow().source()),
          report.count(),
          report.intervalMillis() / 1000.0,
          report.bitsPerSecond());
    }
  }

  public record Shown(
      long drops, long others, long flows, long beyond, long belowThreshold, long reports)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(drops, others, counts.flows(), beyond, belowThreshold, reports);
  }

  public static final class Provider extends NamedProvider {
    private static final long THRESHOLD_MAX = 1_000_000;

    public Provider() {
      super(ServiceNumbers.UFC_CORE, "ufc-core");
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          show | tells the last reports, at most 100
          """);
    }

    @Override
    public List<MetricRow> metrics() {
      return UfcMetrics.ROWS;
    }

    @Override
    public ServiceMetrics measure(ObservedRun run) {
      return UfcMetrics::addTo;
    }

    @Override
    public Trial trial() {
      return new Trial(0.1, "{}");
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark("report", Kind.NOTE, "{drops} drops of {flows} flows are reported"));
    }

    @Override
    public Service create(OptionReader options) {
      return new UfcCore(
          UfcEdge.interval(options),
          options.count(
              "threshold",
              1,
              1,
              THRESHOLD_MAX,
              "Fewer drops than this in one interval are not reported."));
    }
  }
}
