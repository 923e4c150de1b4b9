// SPDX-License-Identifier: Apache-2.0
package org.example.foreign;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Verb;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.wire.MessageFormat;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.Note;
import rani.world.Reply;

/** <b>hog-watch</b> - counts packets that find congestion, and tells another node of them. */
public final class HogWatch implements Service {
  private final int every;
  private final int tells;
  private @Nullable ServiceContext context;
  private int packets;
  private int heard;

  private HogWatch(int every, int tells) {
    this.every = every;
    this.tells = tells;
  }

  /** Found by {@link java.util.ServiceLoader}. */
  public static final class Provider extends NamedProvider {
    private static final String METRIC = "hog-watch.packets.total";

    /** Services of others have numbers from 1000 up. */
    public Provider() {
      super(5001, "hog-watch");
    }

    @Override
    public List<MessageFormat> messages() {
      return List.of(HogCount.FORMAT);
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table("count | tells how many packets found congestion");
    }

    @Override
    public List<MetricRow> metrics() {
      return MetricRow.table(
          """
          hog-watch.packets.total | PACKETS | RUN | facts of `hog-watch`
            packets that hogs left no room for
            packets that found a queue congested, at all nodes
          """);
    }

    @Override
    public ServiceMetrics measure(ObservedRun run) {
      return (metrics, facts) -> metrics.put(METRIC, facts.sum("hog-watch", "packets"));
    }

    @Override
    public List<NoteMark> marks() {
      NoteMark.QueueMark chart =
          new NoteMark.QueueMark("hogs are told of", "{packets} packets of hogs", "hogs");
      return List.of(
          new NoteMark("hog", NoteMark.Kind.TRIGGER, "", "hogs: {packets} packets", chart));
    }

    @Override
    public Service create(OptionReader options) {
      int every = (int) options.count("every", 100, 1, 1000, "After how many packets it tells.");
      int tells = options.has("tells") ? options.node("tells", "Which node it tells.") : 0;
      return new HogWatch(every, tells);
    }
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    this.context = context;
  }

  @Override
  public void onCongestion(long nowNanos, Congestion kind, QueueView queue, FrameView packet) {
    packets++;
    ServiceContext node = context;
    if (node != null && tells != 0 && packets % every == 0) {
      node.sendMessage(nowNanos, tells, new HogCount(packets));
    }
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    ServiceContext node = context;
    if (node == null || !(packet.message(List.of(HogCount.FORMAT)) instanceof HogCount count)) {
      return Fate.REFUSE;
    }
    heard = count.packets();
    node.note(nowNanos, "hog", Note.of("packets", heard));
    return Fate.CONSUME;
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    return Reply.of(facts(nowNanos));
  }

  /** What it shows of itself. */
  record Shown(int packets, int heard) implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(packets, heard);
  }
}
