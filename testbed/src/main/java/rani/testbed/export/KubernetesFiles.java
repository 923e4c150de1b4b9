// SPDX-License-Identifier: Apache-2.0
package rani.testbed.export;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import rani.ground.LabFailure;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;

/** Generates pods of one node each, which find each other by names of a headless Service. */
final class KubernetesFiles {
  /** The StatefulSet of a node; its pod keeps its name after a restart. */
  private static final String STATEFUL_SET =
      """
      apiVersion: apps/v1
      kind: StatefulSet
      metadata:
        name: %s
        labels: {rani/network: %s}
      spec:
        serviceName: %s
        replicas: 1
        selector:
          matchLabels: {rani/network: %s, rani/node: %s}
        template:
          metadata:
            labels: {rani/network: %s, rani/node: %s}
          spec:
            automountServiceAccountToken: false
            enableServiceLinks: false
            terminationGracePeriodSeconds: 10
            securityContext:
              runAsNonRoot: true
              runAsUser: 10001
              runAsGroup: 10001
              fsGroup: 10001
              seccompProfile: {type: RuntimeDefault}
            containers:
              - name: node
                image: "%s"
                imagePullPolicy: IfNotPresent
                args:
      %s          env:
                  - name: POD_IP
                    valueFrom: {fieldRef: {fieldPath: status.podIP}}
      %s          readinessProbe:            # the node says so itself: all its links are up
                  exec: {command: [test, -e, /run/rani/ready]}
                  periodSeconds: 2
                resources:
                  requests: {cpu: 100m, memory: %dMi}
                  limits: {cpu: "%s", memory: %dMi}
                securityContext:
                  allowPrivilegeEscalation: false
                  readOnlyRootFilesystem: true
                  capabilities: {drop: [ALL]}
                volumeMounts:
                  - {name: topology, mountPath: /etc/rani, readOnly: true}
                  - {name: secret, mountPath: /etc/rani-secret, readOnly: true}
                  - {name: run, mountPath: /run/rani}
                  - {name: tmp, mountPath: /tmp}
            volumes:
              - {name: topology, configMap: {name: %s}}
              - {name: secret, secret: {secretName: %s}}
              - {name: run, emptyDir: {medium: Memory, sizeLimit: 1Mi}}
              - {name: tmp, emptyDir: {sizeLimit: 64Mi}}
      """;

  private static final String MANIFESTS = "manifests";

  /** A ConfigMap holds at most 1 MiB. */
  private static final int TOPOLOGY_BYTES_MAX = 1_000_000;

  private final DeployedNetwork placed;
  private final Export.Share share;

  private KubernetesFiles(DeployedNetwork placed, Export.Share share) {
    this.placed = placed;
    this.share = share;
  }

  static Export of(Topology topology, Export.Share share) throws LabFailure {
    DeployedNetwork placed = DeployedNetwork.of(topology);
    int bytes = placed.file().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > TOPOLOGY_BYTES_MAX) {
      throw new LabFailure(
          "a ConfigMap takes " + TOPOLOGY_BYTES_MAX + " bytes, and the topology has " + bytes);
    }
    KubernetesFiles made = new KubernetesFiles(placed, share);
    SequencedMap<String, String> files = placed.runFiles("kubernetes", placed::forwarded);
    files.put(MANIFESTS + "/network.yaml", made.network());
    for (String node : topology.ownNames()) {
      files.put(MANIFESTS + "/node-" + placed.name(node) + ".yaml", made.node(node));
    }
    files.put("forward.sh", made.forwards());
    List<String> steps = new ArrayList<>(placed.foreignSteps());
    steps.addAll(placed.secretSteps());
    steps.add(
        "kubectl create secret generic "
            + made.secret()
            + placed.secrets().stream()
                .map(each -> " --from-file=" + each)
                .collect(Collectors.joining()));
    steps.add("kubectl apply -f " + MANIFESTS);
    steps.add("kubectl wait --for=condition=Ready pod -l rani/network=" + placed.network());
    steps.add("sh forward.sh &");
    steps.add(Export.LOOK);
    steps.add(
        "kill $! && kubectl delete -f " + MANIFESTS + " && kubectl delete secret " + made.secret());
    return new Export(files, steps);
  }

  private String network() {
    String name = placed.network();
    String block = placed.file().replaceAll("(?md)^(?=.)", "    ");
    return """
    # What all nodes of the network share: its file, and a Service by which they find \
    each other.
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: %s
      labels: {rani/network: %s}
    data:
      topology.yaml: |
    %s---
    apiVersion: v1
    kind: Service
    metadata:
      name: %s
      labels: {rani/network: %s}
    spec:
      clusterIP: None                  # names of pods, and no load balancing
      publishNotReadyAddresses: true   # a node is ready when it has found the others
      selector: {rani/network: %s}
    """
        .formatted(name, name, block, name, name, name);
  }

  private String secret() {
    return placed.network() + "-secret";
  }

  /** Returns a script that brings every control plane to the ports of the user's machine. */
  private String forwards() {
    String forward = "kubectl port-forward pod/%s-0 %d & all=\"$all $!\"\n";
    return placed.topology().ownNames().stream()
        .map(node -> forward.formatted(pod(node), placed.controlPort(node)))
        .collect(
            Collectors.joining(
                "",
                """
                #!/bin/sh
                # SPDX-License-Identifier: Apache-2.0
                #
                # Brings the control planes, which listen within their pods alone, to this
                # machine's loopback, until it is ended.
                trap 'kill $all 2>/dev/null' EXIT
                trap exit INT TERM
                all=
                """,
                "wait\n"));
  }

  private String pod(String node) {
    return placed.network() + "-" + placed.name(node);
  }

  private String node(String node) {
    String name = pod(node);
    String network = placed.network();
    return STATEFUL_SET.formatted(
        name,
        network,
        network,
        network,
        placed.name(node),
        network,
        placed.name(node),
        share.image(),
        arguments(node),
        ports(node),
        share.memoryMebibytes() / 2,
        processors(share.processors()),
        share.memoryMebibytes(),
        network,
        secret());
  }

  private String arguments(String node) {
    List<String> words = new ArrayList<>(List.of("node", "--topology", "/etc/rani/topology.yaml"));
    words.addAll(List.of("--name", node, "--ready-file", "/run/rani/ready"));
    words.addAll(List.of("--control", placed.forwarded(node)));
    words.addAll(List.of("--token-file", "/etc/rani-secret/token"));
    if (placed.isKeyed()) {
      words.addAll(List.of("--key-file", "/etc/rani-secret/key"));
    }
    if (placed.needsTrust(node)) {
      words.add("--trust");
    }
    words.addAll(List.of("--at", node + "=$(POD_IP)"));
    for (String neighbour : placed.neighbours(node)) {
      if (placed.topology().foreign().contains(neighbour)) {
        continue; // its address is in the file
      }
      words.addAll(List.of("--at", neighbour + "=" + pod(neighbour) + "-0." + placed.network()));
    }
    return words.stream()
        .map(word -> "            - \"" + word + "\"\n")
        .collect(Collectors.joining());
  }

  /** Lists the UDP ports of a node at which it receives from its neighbours. */
  private String ports(String node) {
    List<TopologyLink> links = placed.links(node);
    if (links.isEmpty()) {
      return "";
    }
    String port = "            - {name: link-%d, containerPort: %d, protocol: UDP}\n";
    StringBuilder ports = new StringBuilder("          ports:\n");
    for (int number = 0; number < links.size(); number++) {
      ports.append(port.formatted(number, links.get(number).end(node).receivePort()));
    }
    return ports.toString();
  }

  /** Formats a number of processors with at most three decimals. */
  static String processors(double processors) {
    return String.format(Locale.ROOT, "%.3f", processors).replaceAll("\\.?0+$", "");
  }
}
