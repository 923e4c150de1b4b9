// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import rani.parts.RealPart;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is exported is started word for word, by a test in place of Kubernetes or Compose: each node
 * in a network namespace with the address that it would have, its folders where the files say, its
 * readiness asked by the probe's own command.
 */
@SlowTest
class ExportedNodesTest extends InWorkplace {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final long PROBE_NANOS = 200_000_000;
  private static final String CONFIG = "/etc/rani";
  private static final List<String> SECRETS = List.of("/etc/rani-secret", "/run/secrets");
  private static final String RUN = "/run/rani";
  private static final List<String> ADDRESSES = List.of("10.213.0.2", "10.213.0.3");
  private static final JsonMapper JSON = new JsonMapper();

  /** Other files for one process alone: its namespace of mounts ends with it. */
  private static final String IN_PLACE =
      "mount --bind \"$1\" /etc/rani && mount --bind \"$1\" /etc/rani-secret"
          + " && mount --bind \"$1\" /run/secrets && mount -t tmpfs rani /run/rani"
          + " && mount --bind \"$2\" /etc/hosts && shift 2 && exec \"$@\"";

  private final List<Running> nodes = new ArrayList<>();
  private final List<Path> made = new ArrayList<>();

  @BeforeAll
  static void needNamespaces() {
    for (String program : List.of("ip", "nsenter", "mount")) {
      RealPart.program(program);
    }
    RealPart.root();
  }

  @BeforeEach
  void furnishPlace() throws IOException {
    for (String folder : List.of(CONFIG, SECRETS.getFirst(), SECRETS.getLast(), RUN)) {
      if (!Files.exists(Path.of(folder))) {
        made.add(Files.createDirectory(Path.of(folder)));
      }
    }
    place.write(
        "pair.yaml",
        "topology: pair\nnodes: {left: {}, right: {}}\nlinks: {left -- right: {hello: 200ms}}\n");
  }

  @AfterEach
  void endNodes() throws IOException {
    nodes.forEach(Program::end);
    for (Path folder : made) {
      Files.delete(folder);
    }
  }

  @Test
  void podsBecomeReadyAndEndAsTheyAreTold() throws Exception {
    export("kubernetes");
    JsonNode map =
        documents("manifests/network.yaml").stream()
            .filter(document -> document.get("kind").asString().equals("ConfigMap"))
            .findFirst()
            .orElseThrow();
    assertEquals(
        Files.readString(place.here().resolve("exported/topology.yaml")),
        map.get("data").get("topology.yaml").asString());
    List<List<String>> commands = new ArrayList<>();
    List<String> probe = List.of();
    List<String> names = new ArrayList<>();
    for (String name : List.of("left", "right")) {
      JsonNode set = documents("manifests/node-" + name + ".yaml").getFirst();
      JsonNode pod = set.get("spec").get("template").get("spec").get("containers").get(0);
      String address = ADDRESSES.get(commands.size());
      commands.add(
          words(pod.get("args")).stream().map(word -> word.replace("$(POD_IP)", address)).toList());
      probe = words(pod.get("readinessProbe").get("exec").get("command"));
      String own = set.get("metadata").get("name").asString() + "-0";
      names.add(address + " " + own + "." + set.get("spec").get("serviceName").asString());
    }
    runReadyAndEnd(commands, probe, names, true);
  }

  @Test
  void containersBecomeHealthyAndEndAsTheyAreTold() throws Exception {
    export("compose");
    JsonNode services = documents("compose.yaml").getFirst().get("services");
    List<List<String>> commands = new ArrayList<>();
    List<String> probe = List.of();
    for (JsonNode service : services) {
      String address = service.get("networks").get("rani").get("ipv4_address").asString();
      assertEquals(ADDRESSES.get(commands.size()), address);
      commands.add(words(service.get("command")));
      List<String> test = words(service.get("healthcheck").get("test"));
      assertEquals("CMD", test.getFirst());
      probe = test.subList(1, test.size());
    }
    runReadyAndEnd(commands, probe, List.of(), false);
  }

  private void export(String target) {
    place.rani("export", target, "pair.yaml", "-o", "exported").run().expectExit(0);
    place.write("exported/token", "dGhlIHRva2VuIG9mIHRoaXMgdGVzdA==\n");
  }

  private List<JsonNode> documents(String name) throws IOException {
    String text = Files.readString(place.here().resolve("exported").resolve(name));
    List<JsonNode> documents = new ArrayList<>();
    new Load(LoadSettings.builder().build())
        .loadAllFromString(text)
        .forEach(document -> documents.add(JSON.valueToTree(document)));
    return documents;
  }

  private static List<String> words(JsonNode list) {
    List<String> words = new ArrayList<>();
    list.forEach(word -> words.add(word.asString()));
    return words;
  }

  /**
   * Both at the same time.
   *
   * @param names of the network's own, as {@code /etc/hosts} has them
   * @param forwarded whether control planes are reached at each node's loopback
   */
  private void runReadyAndEnd(
      List<List<String>> commands, List<String> probe, List<String> names, boolean forwarded)
      throws Exception {
    assertEquals(2, commands.size());
    Path hosts = place.write("hosts", String.join("\n", names) + "\n127.0.0.1 localhost\n");
    try (NamespacePair pair =
        new NamespacePair(ADDRESSES.getFirst() + "/16", ADDRESSES.getLast() + "/16")) {
      for (int k = 0; k < commands.size(); k++) {
        List<String> inside = new ArrayList<>(k == 0 ? pair.left() : pair.right());
        inside.addAll(List.of("sh", "-c", IN_PLACE, "sh"));
        inside.addAll(List.of(place.here().resolve("exported").toString(), hosts.toString()));
        nodes.add(place.rani(commands.get(k).toArray(String[]::new)).inside(inside).start());
      }
      for (Running node : nodes) {
        awaitReady(node, probe);
      }
      if (forwarded) {
        place
            .rani("exec", "--run", "exported", "--node", "left", "queue")
            .inside(pair.left())
            .run()
            .expectExit(0);
      }
      for (Running node : nodes) {
        node.signal("TERM");
      }
      for (Running node : nodes) {
        node.await(SOON).expectExit(143);
      }
    }
  }

  private void awaitReady(Running node, List<String> probe) {
    List<String> words = new ArrayList<>(List.of("nsenter", "-m", "-t", "" + node.process().pid()));
    words.addAll(probe);
    long deadlineNanos = System.nanoTime() + SOON.toNanos();
    while (Program.run(place.here(), words.toArray(String[]::new)).exit() != 0) {
      assertTrue(System.nanoTime() < deadlineNanos, () -> "never ready: " + node);
      assertTrue(node.process().isAlive(), () -> "ended: " + node);
      LockSupport.parkNanos(PROBE_NANOS);
    }
  }
}
