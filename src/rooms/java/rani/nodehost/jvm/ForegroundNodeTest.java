// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.topology.TopologyFile;
import rani.nodehost.control.ControlToken;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.parts.HeldPorts;
import rani.testbed.RunRecord;
import rani.testbed.RunningLab;
import rani.testbed.export.Export;

class ForegroundNodeTest {
  private static final long PATIENCE_SECONDS = 60;

  @TempDir private Path folder;

  /** A node in a thread of its own, and what it prints. */
  private static final class Running implements AutoCloseable {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Thread thread;

    Running(Path file, String name) {
      this(file, name, ForegroundNode.Options.of(Transport.best()));
    }

    Running(Path file, String name, ForegroundNode.Options options) {
      OutputStream telling =
          new OutputStream() {
            @Override
            public void write(int oneByte) {
              synchronized (printed) {
                printed.write(oneByte);
                printed.notifyAll();
              }
            }
          };
      PrintStream err = new PrintStream(telling, true, StandardCharsets.UTF_8);
      thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      ForegroundNode.run(file, List.of(name.split(",")), options, err);
                    } catch (FileError | LabFailure e) {
                      err.println(e);
                    }
                  });
    }

    void await(String text) throws InterruptedException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      synchronized (printed) {
        while (!printed.toString(StandardCharsets.UTF_8).contains(text)) {
          long left = deadline - System.nanoTime();
          assertTrue(left > 0, () -> "`" + text + "` is not in: " + printed);
          TimeUnit.NANOSECONDS.timedWait(printed, left);
        }
      }
    }

    @Override
    public void close() throws InterruptedException {
      thread.interrupt();
      thread.join();
    }
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1,127.0.0.2", "::1,::1"})
  void nodesStartedByHandFindEachOtherByTheFile(String here, String there) throws Exception {
    List<Integer> ports = HeldPorts.at(here, here, there, there);
    Path file = folder.resolve("pair.yaml");
    Files.writeString(
        file,
        """
        topology: pair
        nodes:
          left: {address: "%s", ports: {right: {receive: %d, send: %d}}, services: {
            source: {flows: [{to: right, kind: bursts, packets: 3, size: 100B}]}}}
          right: {address: "%s", ports: {left: {receive: %d, send: %d}}, services: {sink: {}}}
        links: {left -- right: {hello: 100ms}}
        """
            .formatted(here, ports.get(0), ports.get(1), there, ports.get(2), ports.get(3)));
    try (Running left = new Running(file, "left");
        Running right = new Running(file, "right")) {
      left.await("node left: 10.0.0.1 by " + Transport.best().text());
      left.await("link-0 to right is up");
      right.await("link-0 to left is up");
      left.await("all links are up; traffic begins");
    }
    try (Running left = new Running(file, "left");
        Running right = new Running(file, "right")) {
      right.await("link-0 to left is up"); // the ports were given back
      left.close();
      right.await("link-0 to left is down");
    }
    try (Running both = new Running(file, "left,right")) { // in one process
      both.await("node left: link-0 to right is up");
      both.await("node right: link-0 to left is up");
    }
  }

  /** As pods are: the file's addresses are no one's, and the secret is the one from before. */
  @Test
  void aNodeThatIsStartedAnewWithItsKeyIsHeardAndShowsThatItIsReady() throws Exception {
    List<Integer> ports = HeldPorts.at("127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1");
    Path file = folder.resolve("pair.yaml");
    Files.writeString(
        file,
        """
        topology: pair
        nodes:
          left: {address: 192.0.2.1, ports: {right: {receive: %d, send: %d}}}
          right: {address: 192.0.2.2, ports: {left: {receive: %d, send: %d}}}
        links: {left -- right: {hello: 100ms, keys: all}}
        """
            .formatted(ports.toArray()));
    Path key = Files.writeString(folder.resolve("key"), "as many characters as it takes");
    SequencedMap<String, String> places = new TreeMap<>();
    places.put("left", "127.0.0.1");
    places.put("right", "localhost");
    Path ready = folder.resolve("ready");
    ForegroundNode.Options options =
        new ForegroundNode.Options(
            Transport.best(),
            1,
            Optional.of(key),
            Optional.empty(),
            places,
            Optional.empty(),
            Optional.empty(),
            false);
    ForegroundNode.Options showing =
        new ForegroundNode.Options(
            Transport.best(),
            1,
            Optional.of(key),
            Optional.empty(),
            places,
            Optional.of(ready),
            Optional.empty(),
            false);
    try (Running right = new Running(file, "right", options)) {
      try (Running left = new Running(file, "left", showing)) {
        left.await("all links are up; traffic begins");
        assertTrue(Files.exists(ready));
        right.await("link-0 to left is up");
      }
      assertTrue(Files.notExists(ready));
      right.await("link-0 to left is down");
      try (Running left = new Running(file, "left", showing)) {
        left.await("all links are up; traffic begins");
      }
    }
  }

  /** Pods, but for their addresses, which a resolver would know, and the folders they mount. */
  @Test
  void whatIsExportedForPodsRunsAndIsReachedByTheVerbsOfRani() throws Exception {
    List<Integer> ports = HeldPorts.at("127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1");
    Path given = folder.resolve("given.yaml");
    Files.writeString(
        given,
        """
        topology: pair
        nodes:
          left: {ports: {right: {receive: %d, send: %d}}}
          right: {ports: {left: {receive: %d, send: %d}}}
        links: {left -- right: {hello: 100ms, keys: control}}
        """
            .formatted(ports.toArray()));
    SequencedMap<String, String> files =
        new LinkedHashMap<>(
            Export.of(
                    TopologyFile.load(given),
                    Export.Target.KUBERNETES,
                    new Export.Share("rani:latest", 256, 1))
                .files());
    Path exported = Files.createDirectory(folder.resolve("exported"));
    List<Integer> control = HeldPorts.at("127.0.0.1", "127.0.0.1");
    files.replaceAll((_, text) -> held(text, control));
    for (String name : List.of("run.json", "topology.yaml")) {
      Files.writeString(exported.resolve(name), String.valueOf(files.get(name)));
    }
    Files.writeString(exported.resolve("token"), "QSBiZWFyZXIgdG9rZW4gb2YgdGhpcyB0ZXN0\n");
    Files.writeString(exported.resolve("key"), "as many characters as it takes");
    String network = String.valueOf(files.get("manifests/network.yaml"));
    int begin = network.indexOf("topology.yaml: |\n") + "topology.yaml: |\n".length();
    Path file = folder.resolve("topology.yaml");
    Files.writeString(file, network.substring(begin, network.indexOf("---")).indent(-4));
    RunDirectory run = new RunDirectory(exported);
    try (Running left = new Running(file, "left", podsOptions(files, "left", exported));
        Running right = new Running(file, "right", podsOptions(files, "right", exported))) {
      left.await("all links are up; traffic begins");
      right.await("all links are up; traffic begins");
      RunningLab lab = RunningLab.of(run);
      assertEquals(List.of("left", "right"), lab.alive());
      assertTrue(lab.show("right", StatusQuery.STATUS).up());
      assertEquals(
          Set.of("left"),
          lab.operate("{link: left -> right, set: {delay: 50ms}}").sequencedKeySet());
      assertEquals(Set.of("left"), lab.operate("{node: left, start: ping}").sequencedKeySet());
      assertTrue(lab.goNanos().isPresent());
      assertTrue(lab.save().contains("delay: 50ms"));
      assertEquals(
          "kubernetes starts and ends the nodes of exported, and rani cannot add or remove nodes"
              + " and links",
          assertThrows(LabFailure.class, () -> lab.operate("{remove: {node: left}}")).getMessage());
      assertThrows(LabFailure.class, lab::rotateKeys);
      left.close();
      assertEquals(List.of("right"), lab.alive());
      assertTrue(lab.node("right").stop().ok());
      right.thread.join();
    }
    assertEquals(List.of(), RunRecord.read(run.record()).nodesAlive());
    Files.writeString(exported.resolve("token"), "two words of a token\nX-Header: y");
    assertThrows(LabFailure.class, () -> RunRecord.read(run.record()));
  }

  /** Puts ports that are free in place of the control planes', which another test may use. */
  private static String held(String text, List<Integer> control) {
    return text.replace(":10001", ":" + control.getFirst())
        .replace(":10002", ":" + control.getLast());
  }

  private ForegroundNode.Options podsOptions(
      SequencedMap<String, String> files, String node, Path secrets) throws LabFailure {
    SequencedMap<String, String> places = new TreeMap<>();
    List<String> words =
        String.valueOf(files.get("manifests/node-" + node + ".yaml"))
            .lines()
            .filter(line -> line.startsWith("            - \""))
            .map(line -> line.strip().replaceAll("^- \"|\"$", ""))
            .toList();
    for (int at = 0; at < words.size(); at++) {
      if (words.get(at).equals("--at")) {
        places.put(words.get(at + 1).split("=", 2)[0], "127.0.0.1");
      }
    }
    assertEquals(List.of("left", "right"), List.copyOf(places.keySet()));
    return new ForegroundNode.Options(
        Transport.best(),
        1,
        Optional.of(mounted(words, "--key-file", secrets)),
        Optional.empty(),
        places,
        Optional.of(folder.resolve("ready-" + after(words, "--name"))),
        Optional.of(
            new ForegroundNode.Control(
                HttpAddress.parse(after(words, "--control")),
                ControlToken.read(mounted(words, "--token-file", secrets)))),
        false);
  }

  private static String after(List<String> words, String option) {
    return words.get(words.indexOf(option) + 1);
  }

  private static Path mounted(List<String> words, String option, Path folder) {
    return folder.resolve(Path.of("/etc/rani-secret").relativize(Path.of(after(words, option))));
  }

  @Test
  void withoutPortsInTheFileItSaysWhatToWrite() throws Exception {
    Path file = folder.resolve("pair.yaml");
    Files.writeString(
        file,
        """
        topology: pair
        nodes: {left: {ports: {right: {receive: 40001, send: 40002}}}, right: {}}
        links: {left -- right: {}}
        """);
    assertEquals(
        file
            + ": link `left -- right` has no ports at right; nodes started by hand find each other"
            + " by the file: add `ports: {left: {receive: 40001, send: 40002}}` to node right",
        refused(file, "left"));
  }

  @Test
  void anUnknownNodeIsAnsweredWithTheNearest() throws Exception {
    Path file = folder.resolve("pair.yaml");
    Files.writeString(
        file,
        """
        topology: pair
        nodes: {left: {}, right: {}}
        links: {left -- right: {}}
        """);
    assertEquals(file + ": no node is called `lefd`; did you mean `left`?", refused(file, "lefd"));
  }

  @Test
  void aKeyedLinkWithoutASecretIsRefused() throws Exception {
    Path file = folder.resolve("pair.yaml");
    Files.writeString(
        file,
        """
        topology: pair
        nodes:
          left: {ports: {right: {receive: 40001, send: 40002}}}
          right: {ports: {left: {receive: 40003, send: 40004}}}
        links: {left -- right: {keys: control}}
        """);

    assertEquals(
        file
            + ": link `left -- right` has keys, and there is nothing to make them of; give every"
            + " node the same `--key-file`; `head -c 32 /dev/urandom | base64 > FILE` makes one",
        refused(file, "left"));
  }

  private static String refused(Path file, String name) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    FileError error =
        assertThrows(
            FileError.class,
            () ->
                ForegroundNode.run(
                    file, List.of(name), ForegroundNode.Options.of(Transport.best()), nowhere));
    return String.valueOf(error.getMessage());
  }
}
