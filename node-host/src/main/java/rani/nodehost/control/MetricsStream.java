// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import rani.ground.LabFailure;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.Show;
import rani.nodehost.http.HttpExchange;
import rani.nodehost.metrics.NodeMetrics;
import rani.nodehost.session.NodeSession;
import rani.wire.Address;

/**
 * {@code GET /metrics}: a node's metrics and its JVM's, in the format that the client asks for, by
 * default Prometheus's text. They are made when they are asked for.
 */
final class MetricsStream implements ControlStream {
  /** Clients that are answered at a time. */
  static final int SCRAPES_MAX = 4;

  private final NodeSession session;
  private final Supplier<Topology> topology;
  private final Semaphore scrapes = new Semaphore(SCRAPES_MAX);
  private final PrometheusRegistry jvm = new PrometheusRegistry();
  private boolean jvmRegistered;

  /** For one node, whose neighbours are named as in the topology of the time. */
  MetricsStream(NodeSession session, Supplier<Topology> topology) {
    this.session = session;
    this.topology = topology;
  }

  @Override
  public void serve(HttpExchange exchange) throws IOException {
    if (!scrapes.tryAcquire()) {
      ControlAnswer.refused(503, "more than " + SCRAPES_MAX + " clients ask for metrics")
          .send(exchange);
      return;
    }
    try {
      String accept = exchange.header("Accept");
      ExpositionFormatWriter writer =
          ExpositionFormats.init().findWriter(accept == null ? "" : accept);
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      writer.write(text, snapshots());
      exchange.answer(ControlAnswer.OK, writer.getContentType(), text.toByteArray());
    } catch (CompletionException e) {
      ControlAnswer.refused(409, "the node has ended").send(exchange);
    } finally {
      scrapes.release();
    }
  }

  private MetricSnapshots snapshots() {
    List<MetricSnapshot> all =
        new ArrayList<>(
            NodeMetrics.of(
                session.node().name(),
                new NodeMetrics.Shown(
                    show(Show.STATUS),
                    show(Show.COUNTERS),
                    show(Show.LINKS),
                    show(Show.QUEUES),
                    show(Show.FILTERS),
                    show(Show.ROUTES),
                    show(Show.SERVICES),
                    session.node().facts(),
                    session.traceLinesLost(),
                    session.connections().open()),
                this::nodeOf));
    jvm().forEach(all::add);
    return new MetricSnapshots(all);
  }

  private synchronized MetricSnapshots jvm() {
    if (!jvmRegistered) {
      jvmRegistered = true;
      JvmMetrics.builder().constLabels(Labels.of("node", session.node().name())).register(jvm);
    }
    return jvm.scrape();
  }

  private <A> A show(Query<A> what) {
    try {
      return session.ask(what);
    } catch (LabFailure e) {
      throw new CompletionException(e);
    }
  }

  private String nodeOf(String address) {
    return topology.get().nodes().stream()
        .filter(node -> Address.text(node.virtualAddress()).equals(address))
        .map(TopologyNode::name)
        .findFirst()
        .orElse(address);
  }
}
