// SPDX-License-Identifier: Apache-2.0
package rani.testbed.export;

import java.net.InetAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;

/**
 * Files, by name, and instructions, a line each, with which other tools start a network: each node
 * by {@code rani node} in a container or process of its own. The files hold no secret, and are
 * always the same for the same network.
 */
public record Export(SequencedMap<String, String> files, List<String> steps) {
  /** The step that looks at a network from its folder, once it is there. */
  static final String LOOK = "rani exec --run . nodes";

  public enum Target {
    /** A ConfigMap, a headless Service, and a StatefulSet for each node. */
    KUBERNETES,
    /** One file for {@code docker compose} or {@code podman compose}. */
    COMPOSE,
    /** A systemd service for each node on this host, and a target for all. */
    SYSTEMD
  }

  /** The container image, and the limits of each node, in MiB and processors, both above 0. */
  public record Share(String image, int memoryMebibytes, double processors) {
    /** The smallest memory limit with which a node's JVM runs. */
    public static final int MEMORY_MEBIBYTES_MIN = 128;

    public Share {
      if (memoryMebibytes < MEMORY_MEBIBYTES_MIN) {
        throw new IllegalArgumentException(
            "a node takes at least " + MEMORY_MEBIBYTES_MIN + " MiB, not " + memoryMebibytes);
      }
      if (!(processors > 0)) {
        throw new IllegalArgumentException("a node takes some processor, not " + processors);
      }
      if (!image.matches("[A-Za-z0-9][A-Za-z0-9._/:@-]*")) {
        throw new IllegalArgumentException("`" + image + "` is no name of an image");
      }
    }
  }

  public Export {
    files = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(files));
    steps = List.copyOf(steps);
  }

  /** Fails if a container would look for a foreign node at its own loopback. */
  private static void checkForeign(Topology topology) throws LabFailure {
    for (TopologyNode node : topology.nodes()) {
      if (node.foreign() && InetAddress.ofLiteral(node.bindAddress()).isLoopbackAddress()) {
        throw new LabFailure(
            "foreign node %s is at %s, where no container finds it; give it another `address`"
                .formatted(node.name(), node.bindAddress()));
      }
    }
  }

  /** Generates the files; fails if the network is too large, or its schedule needs a lab. */
  public static Export of(Topology topology, Target target, Share share)
      throws FileError, LabFailure {
    topology.checkNeedsNoLab();
    topology.checkHasNoPrograms();
    if (target != Target.SYSTEMD) {
      checkForeign(topology);
    }
    return switch (target) {
      case KUBERNETES -> KubernetesFiles.of(topology, share);
      case COMPOSE -> ComposeFile.of(topology, share);
      case SYSTEMD -> SystemdUnits.of(topology, share);
    };
  }
}
