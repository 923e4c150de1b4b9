// SPDX-License-Identifier: Apache-2.0
package rani.testbed.export;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.wire.Address;

/** Generates a network as containers of one host, on a container network with fixed addresses. */
final class ComposeFile {
  /** The number of addresses in 10.213.0.0/16, less the reserved ones. */
  private static final int NODES_MAX = 65_000;

  private static final String SUBNET = "10.213.0.0/16";

  /** 10.213.0.2; the first address, 10.213.0.1, is the gateway's. */
  private static final int FIRST_HOST = 0x0AD50002;

  private ComposeFile() {}

  static Export of(Topology topology, Export.Share share) throws LabFailure {
    if (topology.nodes().size() > NODES_MAX) {
      throw new LabFailure("at most " + NODES_MAX + " containers have a place in " + SUBNET);
    }
    List<TopologyNode> nodes = new ArrayList<>();
    for (TopologyNode node : topology.nodes()) {
      nodes.add(
          node.foreign() ? node : node.withBindAddress(Address.text(FIRST_HOST + nodes.size())));
    }
    DeployedNetwork placed = DeployedNetwork.of(topology.withNodes(nodes));
    StringBuilder text = new StringBuilder();
    text.append("services:\n");
    for (TopologyNode node : DeployedNetwork.own(nodes)) {
      text.append(service(placed, node, share));
    }
    text.append(
        """
        networks:
          rani:
            ipam:
              config:
                - subnet: %s
        secrets:
        """
            .formatted(SUBNET));
    List<String> steps = new ArrayList<>(placed.foreignSteps());
    for (String secret : placed.secrets()) {
      text.append("  %1$s:\n    file: ./%1$s\n".formatted(secret));
      // Another user reads it in the container; the folder lets no one else in.
      steps.add("head -c 32 /dev/urandom | base64 > %1$s && chmod 644 %1$s".formatted(secret));
    }
    SequencedMap<String, String> files = placed.runFiles("compose", placed::forwarded);
    files.put("compose.yaml", text.toString());
    String compose = "docker compose -p " + placed.network();
    steps.add(compose + " up -d --wait");
    steps.add(Export.LOOK);
    steps.add(compose + " down");
    return new Export(files, steps);
  }

  private static String service(DeployedNetwork placed, TopologyNode node, Export.Share share) {
    return """
      %s:
        image: "%s"
        command: [%s]
        user: "10001:10001"
        read_only: true
        cap_drop: [ALL]
        security_opt: ["no-new-privileges:true"]
        tmpfs: ["/tmp:size=64m", "/run/rani:size=1m,mode=1777"]
        mem_limit: %dm
        cpus: %s
        pids_limit: 256
        restart: on-failure
        stop_grace_period: 10s
        healthcheck:
          test: [CMD, test, -e, /run/rani/ready]
          interval: 2s
          start_period: 60s
        networks:
          rani: {ipv4_address: %s}
        ports: ["%s:%d"]
        volumes: ["./topology.yaml:/etc/rani/topology.yaml:ro"]
        secrets: [%s]
    """
        .formatted(
            placed.name(node.name()),
            share.image(),
            words(placed, node),
            share.memoryMebibytes(),
            KubernetesFiles.processors(share.processors()),
            node.bindAddress(),
            placed.forwarded(node.name()),
            placed.controlPort(node.name()),
            String.join(", ", placed.secrets()))
        .indent(0);
  }

  private static String words(DeployedNetwork placed, TopologyNode node) {
    String words =
        "node, --topology, /etc/rani/topology.yaml, --name, \"%s\", --ready-file, /run/rani/ready"
                .formatted(node.name())
            + ", --control, \"%s:%d\", --token-file, /run/secrets/token"
                .formatted(node.bindAddress(), placed.controlPort(node.name()))
            + (placed.needsTrust(node.name()) ? ", --trust" : "");
    return placed.isKeyed() ? words + ", --key-file, /run/secrets/key" : words;
  }
}
