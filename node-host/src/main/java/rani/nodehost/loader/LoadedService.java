// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.json.JsonObject;
import rani.link.Diversion;
import rani.queue.QueueConfig;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.OptionReader;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.service.Trial;
import rani.service.Verb;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceMetrics;
import rani.wire.MessageFormat;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Reply;

/**
 * Wraps a service from a jar. Facts are converted to plain values, so that the node keeps no
 * reference to the jar's classes after unloading. A missing class is a failure like any exception.
 */
final class LoadedService implements Service {
  private static final int DEPTH_MAX = 8;

  private final Service service;
  private final ClassLoader classes;
  private final LoadedServices.Origin origin;

  private LoadedService(Service service, ClassLoader classes, LoadedServices.Origin origin) {
    this.service = service;
    this.classes = classes;
    this.origin = origin;
  }

  /**
   * Wraps a jar's provider for a node's menu, under a name and number that may differ from its own.
   */
  record Provider(
      ServiceProvider provider,
      ClassLoader classes,
      String name,
      int number,
      LoadedServices.Origin origin)
      implements ServiceProvider {
    @Override
    public Reach reach() {
      return linked(classes, provider::reach);
    }

    /** {@inheritDoc} Its own number is that of this menu, which may differ from the jar's. */
    @Override
    public int activeNumber() {
      return number;
    }

    @Override
    public int preparedBy() {
      return linked(classes, provider::preparedBy);
    }

    @Override
    public List<String> dependsOn() {
      return linked(classes, () -> List.copyOf(provider.dependsOn()));
    }

    @Override
    public @Nullable String refusal(QueueConfig queue) {
      return linked(classes, () -> provider.refusal(queue));
    }

    @Override
    public boolean needsEvidence() {
      return linked(classes, provider::needsEvidence);
    }

    @Override
    public List<Verb> verbs() {
      return linked(classes, () -> List.copyOf(provider.verbs()));
    }

    @Override
    public List<MessageFormat> messages() {
      return linked(classes, () -> List.copyOf(provider.messages()));
    }

    @Override
    public List<MetricRow> metrics() {
      return linked(classes, () -> List.copyOf(provider.metrics()));
    }

    @Override
    public ServiceMetrics measure(ObservedRun run) {
      return linked(classes, () -> provider.measure(run));
    }

    @Override
    public List<NoteMark> marks() {
      return linked(classes, () -> List.copyOf(provider.marks()));
    }

    @Override
    public @Nullable Trial trial() {
      return linked(classes, provider::trial);
    }

    @Override
    public Service create(OptionReader options) {
      Service made = linked(classes, () -> provider.create(options));
      return new LoadedService(made, classes, origin);
    }
  }

  /**
   * Calls code of a jar. Converts a linkage error to an exception, which the node contains. Sets
   * the context class loader, by which {@link LeakedThreads} finds threads that the call starts.
   */
  static <T> T linked(ClassLoader classes, Supplier<T> call) {
    Thread node = Thread.currentThread();
    ClassLoader own = node.getContextClassLoader();
    node.setContextClassLoader(classes);
    try {
      return call.get();
    } catch (LinkageError e) {
      throw new IllegalStateException(
          e.toString()); // the cause would keep the jar's classes reachable
    } finally {
      node.setContextClassLoader(own);
    }
  }

  private <T> T linked(Supplier<T> call) {
    return linked(classes, call);
  }

  private void linked(Runnable call) {
    linked(
        () -> {
          call.run();
          return true;
        });
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    linked(() -> service.start(nowNanos, context));
  }

  @Override
  public void go(long nowNanos) {
    linked(() -> service.go(nowNanos));
  }

  @Override
  public void stop(long nowNanos) {
    linked(() -> service.stop(nowNanos));
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    return linked(() -> service.onPacket(nowNanos, packet));
  }

  @Override
  public void onCongestion(long nowNanos, Congestion kind, QueueView queue, FrameView packet) {
    linked(() -> service.onCongestion(nowNanos, kind, queue, packet));
  }

  @Override
  public void onTransmission(long nowNanos, FrameView packet) {
    linked(() -> service.onTransmission(nowNanos, packet));
  }

  @Override
  public Fate onDiverted(long nowNanos, Diversion channel, FrameView packet) {
    return linked(() -> service.onDiverted(nowNanos, channel, packet));
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    linked(() -> service.onWake(nowNanos, timer));
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    return linked(
        () -> {
          Reply reply = service.onCommand(nowNanos, verb, arguments);
          return reply.ok() ? Reply.of(plain(reply.facts(), 0)) : reply;
        });
  }

  @Override
  public long heldBuffers() {
    return linked(service::heldBuffers);
  }

  @Override
  public boolean isBusy() {
    return linked(service::isBusy);
  }

  /** The jar's origin, followed by the service's own facts. */
  record Shown(@Inline LoadedServices.Origin origin, @Inline JsonObject own) implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(origin, linked(() -> plain(service.facts(nowNanos), 0)));
  }

  private static JsonObject plain(Facts facts, int depth) {
    return JsonObject.of(plain(facts.byKey(), depth));
  }

  private static SequencedMap<String, Object> plain(Map<?, ?> facts, int depth) {
    SequencedMap<String, Object> plain = new LinkedHashMap<>();
    facts.forEach((key, value) -> plain.put(String.valueOf(key), plain(value, depth + 1)));
    return plain;
  }

  private static Object plain(@Nullable Object value, int depth) {
    return switch (value) {
      case String text -> text;
      case Boolean truth -> truth;
      case Long number -> number;
      case Integer number -> number;
      case Double number -> number;
      case Facts facts when depth < DEPTH_MAX -> plain(facts.byKey(), depth);
      case Map<?, ?> map when depth < DEPTH_MAX -> plain(map, depth);
      case List<?> list when depth < DEPTH_MAX -> {
        List<Object> plain = new ArrayList<>();
        list.forEach(each -> plain.add(plain(each, depth + 1)));
        yield plain;
      }
      case null, default -> String.valueOf(value);
    };
  }
}
