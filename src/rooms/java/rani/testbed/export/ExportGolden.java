// SPDX-License-Identifier: Apache-2.0
package rani.testbed.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.testbed.export.Export.Share;
import rani.testbed.export.Export.Target;
import tools.jackson.databind.json.JsonMapper;

/** What is exported is valid by the schemas of those who read it, and does not change unseen. */
class ExportGolden {
  private static final Path RESOURCES = Path.of("resources");
  private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();
  private static final Share SHARE = new Share("rani:latest", 256, 1.5);

  private static final String PAIR =
      """
      topology: Pair_of_2
      nodes:
        Left: {services: {source: {flows: [{to: right_one, kind: bulk}]}}}
        right_one: {ports: {Left: {receive: 7001, send: 7002}}, services: {sink: {}}}
      links:
        Left -- right_one: {keys: control}
        "Left -- right_one #2": {rate: 2Mbit/s}
      """;

  @TempDir private Path folder;

  private Topology read(String text) throws Exception {
    return TopologyFile.load(Files.writeString(folder.resolve("file.yaml"), text));
  }

  /** To renew a golden file, write over it what the test says it found. */
  @ParameterizedTest
  @EnumSource
  void theFilesOfAPairAreThese(Target target) throws Exception {
    Export export = Export.of(read(PAIR), target, SHARE);

    Path golden = RESOURCES.resolve("golden/export/" + target.name().toLowerCase(Locale.ROOT));
    export.files().forEach((name, text) -> assertEquals(textOf(golden.resolve(name)), text, name));
    try (var files = Files.walk(golden)) {
      assertEquals(
          export.files().keySet().stream().sorted().toList(),
          files
              .filter(Files::isRegularFile)
              .map(file -> golden.relativize(file).toString())
              .sorted()
              .toList());
    }
  }

  private static String textOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "there is no " + file;
    }
  }

  static List<Path> topologies() throws IOException {
    try (var files = Files.list(Path.of("../..", "config", "topologies"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatIsMadeOfEveryShippedTopologyIsValidByTheSchemas(Path file) throws Exception {
    Topology topology = TopologyFile.load(file);
    Export kubernetes = Export.of(topology, Target.KUBERNETES, SHARE);
    int documents = 0;
    for (var each : kubernetes.files().entrySet()) {
      if (each.getKey().startsWith("manifests/")) {
        for (Object document : documents(each.getValue())) {
          assertEquals(List.of(), errors("kubernetes", document));
          documents++;
        }
      }
    }
    assertEquals(2 + topology.nodes().size(), documents);
    String compose = Export.of(topology, Target.COMPOSE, SHARE).files().get("compose.yaml");
    assertEquals(List.of(), errors("compose", documents(String.valueOf(compose)).getFirst()));
  }

  /** The Job of a sweep, which is written by hand, is one that a cluster would take. */
  @Test
  void theJobOfASweepIsValidByTheSchema() throws Exception {
    Path file = Path.of("../..", "docs", "cluster", "kubernetes-indexed-job.yaml");
    List<Object> documents = documents(Files.readString(file));
    assertFalse(documents.isEmpty());
    for (Object document : documents) {
      assertEquals(List.of(), errors("kubernetes", document));
    }
  }

  @Test
  void theSchemasRefuseWhatIsNot() throws Exception {
    String text =
        Export.of(read(PAIR), Target.KUBERNETES, SHARE).files().get("manifests/node-left.yaml");
    String wrong = String.valueOf(text).replace("allowPrivilegeEscalation", "allowPrivileges");
    assertFalse(errors("kubernetes", documents(wrong).getFirst()).isEmpty());
    assertFalse(errors("compose", documents("{services: {n1: {imag: x}}}").getFirst()).isEmpty());
  }

  /** The topology that nodes are given is the network, with a port for every socket. */
  @ParameterizedTest
  @EnumSource(names = {"COMPOSE", "SYSTEMD"})
  void theTopologyIsTheNetworkWithAPortForEverySocket(Target target) throws Exception {
    Export export = Export.of(read(PAIR), target, SHARE);

    Topology exported = read(String.valueOf(export.files().get("topology.yaml")));
    List<String> sockets = new ArrayList<>();
    exported
        .links()
        .forEach(
            link -> {
              for (var end : List.of(link.a(), link.b())) {
                String address = exported.node(end.node()).orElseThrow().bindAddress();
                sockets.add(address + " " + end.receivePort());
                sockets.add(address + " " + end.sendPort());
              }
            });
    assertEquals(8, sockets.stream().distinct().count(), sockets::toString);
    assertTrue(sockets.stream().noneMatch(socket -> socket.endsWith(" 0")), sockets::toString);
    assertEquals(7001, exported.links().getFirst().b().receivePort());
  }

  @Test
  void whatNobodyCouldCarryOutIsRefused() throws Exception {
    Topology changing =
        read(
            """
            topology: t
            nodes: {a: {}, b: {}}
            links: {a -- b: {}}
            schedule: [{at: 1s, add: {link: "a -- b #2"}}]
            """);
    assertThrows(FileError.class, () -> Export.of(changing, Target.SYSTEMD, SHARE));
    assertThrows(IllegalArgumentException.class, () -> new Share("a b", 256, 1));
    assertThrows(IllegalArgumentException.class, () -> new Share("rani", 64, 1));
    assertThrows(IllegalArgumentException.class, () -> new Share("rani", 256, 0));
  }

  @Test
  void anAddressHasOnlySoManyPorts() throws Exception {
    Topology row = read("topology: t\ngenerate: {linear: {nodes: 3300}}\n");
    assertThrows(LabFailure.class, () -> Export.of(row, Target.SYSTEMD, SHARE));
  }

  private static List<Object> documents(String text) {
    List<Object> documents = new ArrayList<>();
    new Load(LoadSettings.builder().build()).loadAllFromString(text).forEach(documents::add);
    return documents;
  }

  private static List<String> errors(String schema, Object document) {
    return SCHEMAS
        .computeIfAbsent(schema, ExportGolden::schema)
        .validate(new JsonMapper().valueToTree(document))
        .stream()
        .map(Error::toString)
        .toList();
  }

  /** To be made once: the one of Kubernetes has five thousand lines. */
  private static Schema schema(String name) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(textOf(RESOURCES.resolve("schema/" + name + ".schema.json")));
  }
}
