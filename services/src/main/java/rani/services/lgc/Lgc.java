// SPDX-License-Identifier: Apache-2.0
package rani.services.lgc;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.aqm.RedConfig;
import rani.aqm.RioConfig;
import rani.queue.QueueConfig;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Trial;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.service.metric.NoteMark.Printed;
import rani.service.metric.NoteMark.QueueMark;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.Note;

/**
 * <b>lgc</b> - Limiting Greedy Connections (papers' RANI §3 and appendix I): when the average of a
 * monitored queue exceeds max_th, the flow that holds most of the queue is singled out, and if it
 * holds more than the responsive share it is filtered, from here towards its source.
 *
 * <p>With p packets of n flows waiting, the fair share is p/n, and up to {@code r = ⌈ln(3n)·p/n⌉}
 * packets a flow counts as responsive. Among equals the greediest is the one whose packet stands
 * earliest in the queue. After each decision detection rests for Tx, so that the slow average does
 * not trigger it again while the queue drains. If none exceeds r, that is a miss: none is filtered
 * (§5.4's blind spot).
 *
 * <p>The filter itself, and its walk upstream, are {@link ActiveFilterService active-filter}'s,
 * which must be on the same menu: lgc asks it by an active packet, as an upstream node would be
 * asked.
 *
 * <p>A flow is all that comes from one source node. A queue that counts flows otherwise ({@code
 * flow: five-tuple}) is refused: n and r would be of other flows than the one that is filtered.
 *
 * <p><b>Facts.</b> {@code triggers}, {@code misses}, {@code resting}. <b>Notes.</b> {@code trigger}
 * and {@code miss} with p, n, r, gci, held, prevnode, queue, average.
 *
 * <p><b>Example.</b> {@code n7: {services: {lgc: {tx: 4s}, active-filter: {}}}}
 *
 * <p><b>See also.</b> {@link ActiveFilterService active-filter}, {@link rani.aqm.Red the discipline
 * red}.
 */
public final class Lgc extends StartedService {
  /** Flow identity that LGC's filters use: all packets of one source node. */
  private static final FlowIdentity GCI = FlowIdentity.SOURCE_NODE;

  private final long txNanos;
  private final boolean suspendOnMiss;
  private final double kScale;
  private long restsUntilNanos = Long.MIN_VALUE;
  private long triggers;
  private long misses;

  private Lgc(long txNanos, boolean suspendOnMiss, double kScale) {
    this.txNanos = txNanos;
    this.suspendOnMiss = suspendOnMiss;
    this.kScale = kScale;
  }

  /**
   * Returns the responsive share r of p queued packets of n flows, n at least 1. A flow that holds
   * more is greedy (papers' RANI §3.1.1, [c]).
   */
  public static long responsiveShare(int queued, int flows) {
    return responsiveShare(queued, flows, 1);
  }

  private static long responsiveShare(int queued, int flows, double kScale) {
    return (long) StrictMath.ceil(kScale * (StrictMath.log(3.0 * flows) * queued / flows));
  }

  @Override
  public void onCongestion(long nowNanos, Congestion kind, QueueView queue, FrameView packet) {
    if (kind != Congestion.ABOVE_MAX || nowNanos < restsUntilNanos) {
      return;
    }
    QueueView.Greediest greediest = queue.greediest(GCI);
    if (greediest == null) {
      return;
    }
    long share = responsiveShare(queue.frames(), queue.flows(), kScale);
    boolean greedy = greediest.frames() > share;
    if (greedy || suspendOnMiss) {
      restsUntilNanos = nowNanos + txNanos;
    }
    ServiceContext node = node();
    node.note(nowNanos, greedy ? "trigger" : "miss", detail(queue, greediest, share));
    if (!greedy) {
      misses++;
      return;
    }
    triggers++;
    node.sendMessage(
        nowNanos,
        node.address(),
        ServiceNumbers.ACTIVE_FILTER,
        new ActiveFilter(
            node.secrets().nextInt(),
            greediest.flow(),
            greediest.destination(),
            greediest.prevNode()));
  }

  private static Note detail(QueueView queue, QueueView.Greediest greediest, long share) {
    return Note.of("p", queue.frames())
        .and("n", queue.flows())
        .and("r", share)
        .and("gci", greediest.flow().toString())
        .and("held", greediest.frames())
        .and("prevnode", Address.text(greediest.prevNode()))
        .and("queue", queue.name())
        .and("average", queue.averageFrames());
  }

  public record Shown(long triggers, long misses, boolean resting) implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(triggers, misses, nowNanos < restsUntilNanos);
  }

  public static final class Provider extends NamedProvider {
    private static final long TX_NANOS = 4_000_000_000L;
    private static final double K_SCALE_MIN = 0.01;
    private static final double K_SCALE_MAX = 100;

    public Provider() {
      super(ServiceNumbers.LGC, "lgc");
    }

    @Override
    public List<String> dependsOn() {
      return List.of("active-filter");
    }

    /**
     * Refuses queues that count flows by another identity than the filter uses, because n and r
     * would then describe other flows than the filtered one.
     */
    @Override
    public @Nullable String refusal(QueueConfig queue) {
      boolean watched = queue.aqm() instanceof RedConfig || queue.aqm() instanceof RioConfig;
      return watched && queue.identity() != GCI
          ? "it counts flows by "
              + queue.identity().text()
              + ", and lgc filters all that comes from one source node: n and r would be of other"
              + " flows than the one that is filtered; `flow: "
              + GCI.text()
              + "` is for both"
          : null;
    }

    @Override
    public List<MetricRow> metrics() {
      return LgcMetrics.ROWS;
    }

    @Override
    public ServiceMetrics measure(ObservedRun run) {
      return new LgcMetrics(run);
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark(
              "trigger",
              Kind.TRIGGER,
              "",
              "LGC: {gci} holds {held} of {p} in the queue, more than {r}",
              new QueueMark(
                  "the average exceeds max_th and LGC looks for the greedy connection",
                  "LGC triggers: {gci} holds {held} of {p} packets, r = {r}",
                  "finds {gci}",
                  new Printed("lgc.trigger.entered.total", "trigger"),
                  new Printed("lgc.trigger.p", "p"))),
          new NoteMark(
              "miss",
              Kind.NOTE,
              "LGC: {gci} holds {held} of {p} in the queue, which is no more than {r}"));
    }

    @Override
    public Trial trial() {
      return new Trial(0, "{tx: 500ms}");
    }

    @Override
    public Service create(OptionReader options) {
      return new Lgc(
          options.durationNanos("tx", TX_NANOS, "How long detection rests after a trigger (Tx)."),
          options.flag(
              "suspend-on-miss",
              true,
              "Whether detection rests, too, after a trigger that found none."),
          options.fraction(
              "k-scale",
              1,
              K_SCALE_MIN,
              K_SCALE_MAX,
              "What the factor k = ln(3n) is multiplied by."));
    }
  }
}
