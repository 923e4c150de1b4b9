// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rani.ground.LabFailure;
import rani.model.edge.EdgeProgram;

/**
 * The commands by which a node runs a container of podman in its edge's namespaces. Podman itself
 * runs there, so that {@code --network host} is the edge's network, its {@code /etc/hosts} has the
 * nodes' names, and the PID namespace ends whatever podman has started.
 *
 * <p>Without root podman would make a user namespace from the outside, which may not join the
 * edge's network. So its environment says, by the variables that podman sets when it starts itself
 * in such a namespace, that it is in one already, which has one user: the container's root is the
 * user of this process.
 */
final class ContainerCommand {
  private static final String PODMAN = "podman";

  /** Variables of podman's own start in a user namespace: rootless_linux.go of its sources. */
  private static final String IS_WITHIN = "_CONTAINERS_USERNS_CONFIGURED";

  private static final String USER = "_CONTAINERS_ROOTLESS_UID";
  private static final String GROUP = "_CONTAINERS_ROOTLESS_GID";

  private ContainerCommand() {}

  /** Returns the command that runs the container until it ends. Throws if there is no podman. */
  static ProcessBuilder start(EdgeProgram program, EdgeNamespace edge) throws LabFailure {
    if (!ProgramCommand.isThere(PODMAN)) {
      throw new LabFailure(
          "program " + program.name() + " is a container, and there is no podman on the PATH");
    }
    List<String> words = new ArrayList<>(edge.joining(Path.of("/")));
    words.addAll(List.of("unshare", "--user", "--map-root-user", "--mount", PODMAN, "run"));
    words.addAll(List.of("--rm", "--name", name(program), "--pull", "never", "--network", "host"));
    words.addAll(List.of("--log-driver", "none")); // the node keeps the log
    for (Map.Entry<String, String> variable : program.environment().entrySet()) {
      words.addAll(List.of("--env", variable.getKey() + "=" + variable.getValue()));
    }
    if (!program.folder().isEmpty()) {
      words.addAll(List.of("--workdir", program.folder()));
    }
    words.add(program.image());
    if (!program.run().isEmpty()) {
      words.addAll(List.of("sh", "-c", program.run()));
    }
    return within(words);
  }

  /**
   * Returns the command that removes what podman keeps of the container, as soon as its standard
   * input ends: that of this process, too. It does so in a PID namespace of its own, where the
   * numbers of processes that podman remembers are no one's.
   */
  static ProcessBuilder removal(EdgeProgram program) throws LabFailure {
    String script =
        "read -r _; exec unshare --user --map-root-user --pid --fork --mount-proc"
            + " podman rm --force --ignore --time 0 \"$0\"";
    return within(List.of("sh", "-c", script, name(program)))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  private static String name(EdgeProgram program) {
    return "rani-" + ProcessHandle.current().pid() + "-" + program.name();
  }

  private static ProcessBuilder within(List<String> words) throws LabFailure {
    ProcessBuilder command = new ProcessBuilder(words);
    try {
      Path self = Path.of("/proc/self");
      command.environment().put(IS_WITHIN, "done");
      command.environment().put(USER, Files.getAttribute(self, "unix:uid").toString());
      command.environment().put(GROUP, Files.getAttribute(self, "unix:gid").toString());
    } catch (IOException e) {
      throw new LabFailure("no container can be started: " + e.getMessage(), e);
    }
    return command;
  }
}
