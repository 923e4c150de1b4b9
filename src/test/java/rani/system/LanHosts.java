// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import rani.parts.RealPart;
import rani.system.RaniCommand.Running;

/**
 * The three hosts of a {@link HostNetwork}: a and b are reached by ssh, c by an agent that listens.
 */
final class LanHosts implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final long LOOK_NANOS = 20_000_000;

  private final Workplace place;
  private final Path keys;
  private final Path folder;
  private final Running agent;
  private final List<Running> servers = new ArrayList<>();

  /** Skips the test if a program is missing, or if it is not root's. */
  static void needParts() {
    for (String program : List.of("ip", "ssh", "sshd", "curl", "ssh-keygen")) {
      RealPart.program(program);
    }
    RealPart.root();
  }

  /** Starts what serves on each of them. */
  LanHosts(Workplace place, HostNetwork lan) throws IOException {
    this.place = place;
    keys = Files.createDirectory(place.here().resolve("keys"));
    folder = prepareFolder();
    makeKeys();
    serveSsh(lan, 1);
    serveSsh(lan, 2);
    agent = listen(lan, 3);
  }

  /** What the hosts by ssh have runs in, while these last. */
  Path runs() {
    return folder.resolve("runs");
  }

  /** Waits until there is no folder of a run at any host. */
  void awaitNothingLeft() throws IOException {
    awaitEmpty(runs());
    awaitEmpty(place.here().resolve("agent/runs"));
  }

  /** Ends the agent that listens. */
  void endAgent() {
    agent.signal("INT");
    agent.await(SOON).expectExit(130);
  }

  @Override
  public void close() {
    servers.forEach(Program::end);
  }

  /** The key `hosts` of a file. */
  String yaml() {
    String ssh =
        "{address: %s, port: 2222, folder: \"%s\", options: [\"IdentityFile=%s/user\","
            + " StrictHostKeyChecking=no, UserKnownHostsFile=/dev/null]}";
    return "hosts:\n  a: "
        + ssh.formatted(HostNetwork.address(1), folder, keys)
        + "\n  b: "
        + ssh.formatted(HostNetwork.address(2), folder, keys)
        + "\n  c: {address: "
        + HostNetwork.address(3)
        + ", by: agent, token-file: c.token}\n";
  }

  private static void awaitEmpty(Path folder) throws IOException {
    long deadlineNanos = System.nanoTime() + SOON.toNanos();
    while (!within(folder).isEmpty()) {
      assertTrue(System.nanoTime() < deadlineNanos, () -> "not empty: " + folder);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Waits for the first run of an agent, and returns its folder. */
  Path awaitRun() throws IOException {
    long deadlineNanos = System.nanoTime() + SOON.toNanos();
    while (true) {
      for (Path run : within(runs())) {
        if (Files.exists(run.resolve("agent.json"))) {
          return run;
        }
      }
      assertTrue(System.nanoTime() < deadlineNanos, () -> "no run in " + runs());
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  static List<Path> within(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** What a host by ssh has already: a folder in which nothing needs to be prepared. */
  private Path prepareFolder() throws IOException {
    RaniCommand.rani("--version").run().expectExit(0);
    Path folder = Files.createDirectory(place.here().resolve("folder"));
    String id = Files.readString(Checkout.distribution().resolve("id")).substring(0, 16);
    Files.createSymbolicLink(folder.resolve("dist-" + id), Checkout.distribution());
    return folder;
  }

  private void makeKeys() {
    for (String name : List.of("host", "user")) {
      Program.run(keys, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", name).expectExit(0);
    }
  }

  private void serveSsh(HostNetwork lan, int k) throws IOException {
    Path config =
        Files.writeString(
            keys.resolve("sshd" + k),
            """
            Port 2222
            ListenAddress %s
            HostKey %s/host
            AuthorizedKeysFile %s/user.pub
            StrictModes no
            PermitRootLogin yes
            UsePAM no
            PidFile none
            SetEnv %s "JAVA_TOOL_OPTIONS=%s" RANI_NODE_OPTIONS=-Drani.rehearsal=false
            """
                .formatted(HostNetwork.address(k), keys, keys, place.mark(), place.javaOptions()));
    Files.createDirectories(Path.of("/run/sshd"));
    List<String> words = new ArrayList<>(lan.atHost(k));
    words.addAll(List.of("/usr/sbin/sshd", "-D", "-e", "-f", config.toString()));
    Running sshd = Program.start(keys, words.toArray(String[]::new));
    servers.add(sshd);
    sshd.untilSaid("Server listening on");
  }

  private Running listen(HostNetwork lan, int k) throws IOException {
    Running agent =
        place
            .rani("agent", "--listen", HostNetwork.address(k) + ":7264", "--folder", "agent")
            .inside(lan.atHost(k))
            .start();
    servers.add(agent);
    agent.untilSaid("listens at ");
    Files.setPosixFilePermissions(
        place.write("c.token", agent.printed("token ")),
        PosixFilePermissions.fromString("rw-------"));
    return agent;
  }
}
