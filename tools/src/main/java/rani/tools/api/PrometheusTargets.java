// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.nodehost.http.HttpAddress;
import rani.testbed.RunningLab;
import rani.testbed.ServedLab;
import rani.world.Facts;

/**
 * Where a Prometheus scrapes a network.
 *
 * @param path at all addresses
 */
public record PrometheusTargets(String path, List<String> addresses) {
  /** Path at which a node is scraped, which Prometheus takes if none is named. */
  private static final String OF_NODES = "/metrics";

  /** Targets with labels, as a file for file_sd_configs and an answer for http_sd_configs have. */
  public record Entry(List<String> targets, SequencedMap<String, String> labels) implements Facts {}

  /** Returns the port at which the network is served, or else those of its nodes. */
  public static PrometheusTargets of(RunningLab lab) throws LabFailure {
    Optional<PrometheusTargets> network = ofServed(lab);
    return network.isPresent() ? network.get() : ofNodes(lab);
  }

  /** Returns the port at which the network is served; fails if it is not served at a port. */
  static PrometheusTargets ofNetwork(RunningLab lab) throws LabFailure {
    return ofServed(lab)
        .orElseThrow(
            () ->
                new LabFailure(
                    lab.name()
                        + " is served at a Unix socket, where no Prometheus asks; `rani serve"
                        + " --port` serves it at a port"));
  }

  private static Optional<PrometheusTargets> ofServed(RunningLab lab) {
    return ServedLab.address(lab.directory())
        .filter(address -> !address.startsWith(HttpAddress.UNIX))
        .map(address -> new PrometheusTargets(LabApi.METRICS, List.of(address)));
  }

  /** Returns the nodes' ports; fails if they listen at Unix sockets. */
  static PrometheusTargets ofNodes(RunningLab lab) throws LabFailure {
    return new PrometheusTargets(OF_NODES, List.copyOf(lab.metricsTargets().sequencedValues()));
  }

  /** Returns an entry for each address, with the run as a label. */
  public List<Entry> entries(String run) {
    SequencedMap<String, String> labels = new LinkedHashMap<>();
    labels.put("run", run);
    labels.put("__metrics_path__", path);
    return addresses.stream().map(each -> new Entry(List.of(each), labels)).toList();
  }
}
