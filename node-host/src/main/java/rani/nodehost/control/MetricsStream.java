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
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import rani.ground.LabFailure;
import rani.model.file.UnitError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.nodehost.conversation.NodeLinks;
import rani.nodehost.http.HttpExchange;
import rani.nodehost.session.NodeSession;
import rani.wire.Address;

/**
 * {@code GET /metrics}: the metrics of a node and its JVM, computed on request, in the format that
 * the client accepts, by default Prometheus text.
 */
final class MetricsStream implements ControlStream {
  static final int SCRAPES_MAX = 4;

  private final NodeSession session;
  private final NodeLinks links;
  private final Supplier<Topology> topology;
  private final PrometheusRegistry jvm = new PrometheusRegistry();
  private boolean jvmRegistered;

  /** Creates the stream of one node; neighbours have their names in the current topology. */
  MetricsStream(NodeSession session, NodeLinks links, Supplier<Topology> topology) {
    this.session = session;
    this.links = links;
    this.topology = topology;
  }

  @Override
  public void serve(HttpExchange exchange) throws IOException {
    try {
      String accept = exchange.header("Accept");
      ExpositionFormatWriter writer =
          ExpositionFormats.init().findWriter(accept == null ? "" : accept);
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      writer.write(text, snapshots());
      exchange.answer(ControlAnswer.OK, writer.getContentType(), text.toByteArray());
    } catch (LabFailure | UnitError | CompletionException e) {
      ControlAnswer.refused(409, "the node has ended").send(exchange);
    }
  }

  private MetricSnapshots snapshots() throws LabFailure, UnitError {
    List<MetricSnapshot> all = NodeMetrics.of(session, links.ends(), this::nodeOf);
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

  private String nodeOf(String address) {
    return topology.get().nodes().stream()
        .filter(node -> Address.text(node.virtualAddress()).equals(address))
        .map(TopologyNode::name)
        .findFirst()
        .orElse(address);
  }
}
