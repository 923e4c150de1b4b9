// SPDX-License-Identifier: Apache-2.0
package rani.testbed.export;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import rani.ground.LabFailure;
import rani.model.topology.Topology;

/** Generates systemd services of one or several hosts, for dynamic users without privileges. */
final class SystemdUnits {
  /** What a service may not do. */
  private static final String SANDBOX =
      """
      DynamicUser=yes
      NoNewPrivileges=yes
      CapabilityBoundingSet=
      AmbientCapabilities=
      ProtectSystem=strict
      ProtectHome=yes
      PrivateTmp=yes
      PrivateDevices=yes
      ProtectClock=yes
      ProtectHostname=yes
      ProtectKernelTunables=yes
      ProtectKernelModules=yes
      ProtectKernelLogs=yes
      ProtectControlGroups=yes
      ProtectProc=invisible
      RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      LockPersonality=yes
      RemoveIPC=yes
      UMask=0077
      SystemCallArchitectures=native
      SystemCallFilter=@system-service
      SystemCallErrorNumber=EPERM
      """;

  private SystemdUnits() {}

  static Export of(Topology topology, Export.Share share) throws LabFailure {
    DeployedNetwork placed = DeployedNetwork.of(topology);
    String target = "rani-" + placed.network() + ".target";
    String folder = "/etc/rani/" + placed.network();
    SequencedMap<String, String> files =
        placed.runFiles("systemd", node -> "unix:/run/" + unit(placed, node) + "/control.sock");
    List<String> units = new ArrayList<>();
    for (String node : topology.ownNames()) {
      String unit = unit(placed, node) + ".service";
      units.add(unit);
      files.put(unit, unit(placed, node, target, folder, share));
    }
    files.put(
        target,
        """
        [Unit]
        Description=rani network %s
        Wants=%s

        [Install]
        WantedBy=multi-user.target
        """
            .formatted(placed.topology().name(), String.join(" ", units)));
    List<String> steps = new ArrayList<>(placed.foreignSteps());
    steps.addAll(placed.secretSteps());
    steps.add("install -D -m 644 topology.yaml " + folder + "/topology.yaml");
    steps.add("install -m 600 %s %s".formatted(String.join(" ", placed.secrets()), folder));
    steps.add("install -m 644 *.service *.target /etc/systemd/system/ && systemctl daemon-reload");
    steps.add("systemctl start " + target);
    steps.add(Export.LOOK);
    // Its units are part of it. By a pattern those of a network with a longer name would stop, too.
    steps.add("systemctl stop " + target);
    return new Export(files, steps);
  }

  private static String unit(DeployedNetwork placed, String node) {
    return "rani-" + placed.network() + "-" + placed.name(node);
  }

  private static String unit(
      DeployedNetwork placed, String node, String target, String folder, Export.Share share) {
    return """
    [Unit]
    Description=rani node %s of %s
    PartOf=%s
    After=network-online.target
    Wants=network-online.target

    [Service]
    ExecStart=/usr/bin/rani node --topology %s/topology.yaml --name %s \
    --ready-file %%t/%s/ready --control unix:%%t/%s/control.sock \
    --token-file ${CREDENTIALS_DIRECTORY}/token%s%s
    %sRuntimeDirectory=%s
    RuntimeDirectoryMode=0700
    SuccessExitStatus=143
    Restart=on-failure
    RestartSec=1s
    TimeoutStopSec=10s
    MemoryMax=%dM
    CPUQuota=%d%%
    TasksMax=256
    %s

    [Install]
    WantedBy=%s
    """
        .formatted(
            node,
            placed.topology().name(),
            target,
            folder,
            node,
            unit(placed, node),
            unit(placed, node),
            placed.isKeyed() ? " --key-file ${CREDENTIALS_DIRECTORY}/key" : "",
            placed.needsTrust(node) ? " --trust" : "",
            placed.secrets().stream()
                .map(secret -> "LoadCredential=%1$s:%2$s/%1$s\n".formatted(secret, folder))
                .collect(Collectors.joining()),
            unit(placed, node),
            share.memoryMebibytes(),
            Math.max(1, Math.round(share.processors() * 100)),
            SANDBOX.strip(),
            target);
  }
}
