// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.model.host.TopologyHost;
import rani.parts.RealPart;

/**
 * A distribution goes to a host by OpenSSH: real ones at both ends, joined by a pipe. What is sent
 * is small, and its launcher says what an agent says.
 */
class SshTransportTest {
  private static final Path SERVER = Path.of("/usr/sbin/sshd");
  private static final String SENDING = "host lab1: sending the distribution";
  private static final String PREPARING = "host lab1: preparing it, which takes a while once";

  /** What of ssh's own bytes passes before the connection breaks: some of the copy. */
  private static final int BYTES_BEFORE_BREAK = 100_000;

  private static final int JAR_BYTES = 1_000_000;

  @TempDir private Path folder;

  private final List<String> said = new ArrayList<>();

  @BeforeEach
  void makeKeys() throws Exception {
    RealPart.program("ssh");
    RealPart.program("ssh-keygen");
    RealPart.program("sshd");
    RealPart.root();
    Files.createDirectories(Path.of("/run/sshd"));
    for (String name : List.of("host", "user")) {
      Process made =
          new ProcessBuilder(
                  "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "" + folder.resolve(name))
              .start();
      assertEquals(0, made.waitFor());
    }
  }

  /** Of a number; with a jar that no single packet holds. */
  private Path distribution(int number) throws IOException {
    Path made = Files.createDirectories(folder.resolve("built-" + number));
    Files.writeString(made.resolve("rani"), "echo 'rani-agent: ready'; cat >/dev/null\n");
    Files.createDirectories(made.resolve("config"));
    Files.write(Files.createDirectories(made.resolve("lib")).resolve("a.jar"), new byte[JAR_BYTES]);
    Files.writeString(Files.createDirectories(made.resolve("native")).resolve("a.so"), "");
    Files.writeString(made.resolve("jvm.options"), "");
    Files.writeString(made.resolve("id"), ("" + number).repeat(64) + "\n");
    return made;
  }

  private Path there() {
    return folder.resolve("there");
  }

  /** A server of its own for each connection. */
  private TopologyHost host(String before) {
    String server =
        "%s%s -i -f /dev/null -h %s -o AuthorizedKeysFile=%s -o StrictModes=no -o UsePAM=no -o"
            + " PermitRootLogin=yes";
    return new TopologyHost(
        "lab1",
        "192.0.2.1",
        TopologyHost.By.SSH,
        "192.0.2.1",
        "",
        0,
        List.of(
            "ProxyCommand="
                + server.formatted(before, SERVER, folder.resolve("host"), folder + "/user.pub"),
            "IdentityFile=" + folder.resolve("user"),
            "IdentitiesOnly=yes",
            "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null"),
        there().toString(),
        "");
  }

  private void connect(int distribution) throws Exception {
    said.clear();
    SshTransport.open(host(""), "a-run", distribution(distribution), said::add).close();
  }

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(there())) {
      return files.map(file -> "" + file.getFileName()).sorted().toList();
    }
  }

  private static String named(int number) {
    return "dist-" + ("" + number).repeat(16);
  }

  @Test
  void aDistributionIsSentOnceAndAnotherTakesItsPlace() throws Exception {
    connect(1);
    assertEquals(List.of(SENDING, PREPARING), said);
    assertEquals(List.of(named(1)), left(), "the run's folder is removed");
    assertEquals(JAR_BYTES, Files.size(there().resolve(named(1)).resolve("lib/a.jar")));
    assertTrue(Files.exists(there().resolve(named(1)).resolve("native/a.so")));

    connect(1);
    assertEquals(List.of(), said);

    Files.createDirectory(there().resolve("new-1")); // a host that lost its power
    connect(2);
    assertEquals(List.of(SENDING, PREPARING), said);
    assertEquals(List.of(named(2)), left());
  }

  @Test
  void aCopyThatBreaksOffIsNeverUsed() throws Exception {
    TopologyHost breaks = host("dd bs=1 status=none count=" + BYTES_BEFORE_BREAK + " | ");
    Path distribution = distribution(3);

    LabFailure failure =
        assertThrows(
            LabFailure.class, () -> SshTransport.open(breaks, "a-run", distribution, said::add));

    assertTrue(
        String.valueOf(failure.getMessage()).startsWith("host lab1: no agent by ssh: "),
        failure::getMessage);
    assertEquals(List.of(SENDING), said);
    assertTrue(left().stream().noneMatch(name -> name.startsWith("dist-")), "half a distribution");

    connect(3);
    assertEquals(List.of(SENDING, PREPARING), said);
    assertEquals(JAR_BYTES, Files.size(there().resolve(named(3)).resolve("lib/a.jar")));
    connect(3);
    assertEquals(List.of(), said);
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws Exception {
    Files.writeString(there(), "a file");

    LabFailure failure = assertThrows(LabFailure.class, () -> connect(1));

    assertTrue(
        String.valueOf(failure.getMessage()).contains("the folder " + there() + " cannot be made"),
        failure::getMessage);
  }
}
