// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.LocatedYaml;
import rani.model.schema.JsonSchema;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologySchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The schemas that editors use say the same as the readers. */
class SchemaTest {

  private static final Path SCHEMAS = ShippedFilesTest.CONFIG.resolve("schema");
  private static final String TOPOLOGY = "topology";
  private static final String EXPERIMENT = "experiment";
  private static final String JUNK = "zzzzzzzzzzzzzzz";
  private static final Pattern KNOWN =
      Pattern.compile("unknown key `" + JUNK + "`; known: ([^\n]*)");

  @TempDir Path folder;

  /** Whether the schemas are to be written again. */
  private static final boolean REWRITE = Boolean.getBoolean("rani.schemas");

  private static final String COMMAND =
      "mvn verify -pl src/rooms -am -Dtest=SchemaTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Drani.schemas=true";

  static List<Path> files() throws Exception {
    return ShippedFilesTest.files();
  }

  @ParameterizedTest
  @ValueSource(strings = {TOPOLOGY, EXPERIMENT})
  void what_is_published_is_what_the_readers_know(String kind) throws Exception {
    Path file = SCHEMAS.resolve(kind + ".schema.json");
    String made = kind.equals(TOPOLOGY) ? TopologySchema.text() : ExperimentSchema.text();
    if (REWRITE) {
      Files.writeString(file, made);
    }
    String is = Files.readString(file);
    int same = 0;
    while (same < Math.min(made.length(), is.length()) && made.charAt(same) == is.charAt(same)) {
      same++;
    }
    assertEquals(
        made.substring(same, Math.min(made.length(), same + 200)),
        is.substring(same, Math.min(is.length(), same + 200)),
        file + ": if this is meant, run `" + COMMAND + "`");
  }

  @ParameterizedTest
  @MethodSource("files")
  void every_shipped_file_names_its_schema_and_is_valid_by_it(Path file) throws Exception {
    LocatedMap root = LocatedYaml.load(file);
    String kind = root.get(EXPERIMENT).isPresent() ? EXPERIMENT : TOPOLOGY;
    String line = "# yaml-language-server: $schema=";
    String named =
        Files.readAllLines(file).stream().filter(l -> l.startsWith(line)).findFirst().orElseThrow();

    assertEquals(
        SCHEMAS.resolve(kind + ".schema.json").toRealPath(),
        file.resolveSibling(named.substring(line.length())).toRealPath());
    assertEquals(List.of(), errors(kind, Files.readString(file)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /properties | ?: 1
          /properties/defaults/properties | defaults: {?: 1}
          /$defs/layer/properties | defaults: {node: {?: 1}}
          /$defs/linkValues/properties | defaults: {link: {?: 1}}
          /$defs/layer/properties | groups: {g: {?: 1}}
          /$defs/node/properties | more: {n3: {?: 1}}
          /$defs/nodeQueue/properties | more: {n3: {queue: {?: 1}}}
          /$defs/link/properties | links: {n1 -- n2: {?: 1}}
          /$defs/linkValues/properties | links: {n1 -- n2: {n1 -> n2: {?: 1}}}
          /$defs/linkQueue/properties | links: {n1 -- n2: {queue: {?: 1}}}
          /properties/forwards/items/properties | forwards: [{?: 1}]
          /properties/edges/additionalProperties/properties | edges: {e: {at: n1, run: a, ?: 1}}
          /properties/hosts/additionalProperties/properties | hosts: {h: {address: 127.0.0.1, ?: 1}}
          /$defs/schedule/items/properties | schedule: [{at: 1s, ?: 1}]
          /properties/generate/properties/single/properties | generate: {single: {?: 1}}
          /properties/generate/properties/linear/properties | generate: {linear: {?: 1}}
          /properties/generate/properties/ring/properties | generate: {ring: {?: 1}}
          /properties/generate/properties/star/properties | generate: {star: {?: 1}}
          /properties/generate/properties/mesh/properties | generate: {mesh: {?: 1}}
          /properties/generate/properties/tree/properties | generate: {tree: {?: 1}}
          /properties/generate/properties/grid/properties | generate: {grid: {?: 1}}
          /properties/generate/properties/dumbbell/properties | generate: {dumbbell: {?: 1}}
          """)
  void a_topology_has_the_keys_that_its_reader_knows(String pointer, String text) throws Exception {
    String nodes =
        text.startsWith("more: ")
            ? "nodes: {n1: {}, n2: {}, " + text.substring("more: {".length())
            : "nodes: {n1: {}, n2: {}}\n" + text;
    assertSameKeys(TOPOLOGY, pointer, "topology: t\n" + nodes + "\n");
  }

  @Test
  void ports_have_the_keys_that_their_reader_knows() throws Exception {
    assertSameKeys(
        TOPOLOGY,
        "/$defs/node/properties/ports/additionalProperties/properties",
        "topology: t\nnodes: {n1: {ports: {n2: {?: 1}}}, n2: {}}\n");
  }

  @Test
  void what_a_schedule_sets_and_injects_has_the_keys_that_its_reader_knows() throws Exception {
    String network = "topology: t\nnodes: {n1: {}, n2: {}}\nlinks: {n1 -- n2: {}}\n";
    String entry = "/$defs/schedule/items/properties/";
    assertSameKeys(
        TOPOLOGY,
        entry + "set/properties",
        network + "schedule: [{at: 1s, link: n1 -- n2, set: {?: 1}}]\n");
    assertSameKeys(
        TOPOLOGY,
        entry + "inject/properties",
        network + "schedule: [{at: 1s, node: n1, inject: {to: n2, ?: 1}}]\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /properties | ?: 1
          /properties/paper/properties | paper: {cite: x, ?: 1}
          /properties/paper/properties/points/items/properties | paper: {cite: x, points: [{?: 1}]}
          /properties/sweep/properties | sweep: {?: 1}
          /properties/plots/items/properties | plots: [{?: 1}]
          /properties/run/properties | run: {?: 1}
          /properties/measure/properties | measure: {?: 1}
          /properties/expect/items/properties | expect: [{metric: a, equals: 1, ?: 1}]
          """)
  void an_experiment_has_the_keys_that_its_reader_knows(String pointer, String text)
      throws Exception {
    assertSameKeys(
        EXPERIMENT, pointer, "experiment: e\ntopology: {nodes: {n1: {}}}\n" + text + "\n");
  }

  @Test
  void a_variant_has_the_keys_that_its_reader_knows() throws Exception {
    assertSameKeys(
        EXPERIMENT,
        "/properties/sweep/properties/variants/additionalProperties"
            + "/additionalProperties/properties",
        "experiment: e\ntopology: {nodes: {n1: {}}}\nsweep: {variants: {v: {a: {?: 1}}}}\n");
  }

  @Test
  void a_choice_has_the_keys_that_its_reader_knows() throws Exception {
    String alternative =
        "/$defs/choices/additionalProperties/anyOf/3/additionalProperties/properties";
    assertSameKeys(
        TOPOLOGY, alternative, "topology: t\nnodes: {n1: {}}\nchoices: {c: {a: {?: 1}}}\n");
    assertSameKeys(
        TOPOLOGY,
        "/$defs/choices/additionalProperties/anyOf/2/properties",
        "topology: t\nnodes: {n1: {}}\nchoices: {nodes.n1: {no-alternative: x, ?: 1}}\n");
    assertSameKeys(
        EXPERIMENT,
        "/properties/sweep/properties/choices/properties",
        "experiment: e\ntopology: {nodes: {n1: {}}}\nsweep: {choices: {?: 1}}\n");
    assertInvalid(TOPOLOGY, "topology: t\nnodes: {n1: {}}\nchoices: {nodes.n1: []}\n");
    assertInvalid(TOPOLOGY, "topology: t\nnodes: {n1: {}}\nchoices: {c: {a: {put: 1}}}\n");
  }

  @Test
  void a_value_that_varies_may_stand_for_any() throws Exception {
    String text =
        """
        experiment: e
        topology: {nodes: {n1: {queue: {limit: "${q}", weight: "${w}", gentle: "${g}"}}}}
        traffic: [{from: "n1..n${n}", to: "n${n}", kind: "${k}", packets: "${1..5}", gap: "${d}"}]
        sweep: {variables: {d: 1ms, n: [1..20, 30]}, seeds: 1..20, baseline: {n: 3}}
        expect: [{metric: a, equals: "${n}", when: {n: [1..3, 7]}}]
        plots: [{x: n, metric: a}]
        """;
    assertEquals(List.of(), errors(EXPERIMENT, text));
    assertInvalid(EXPERIMENT, text.replace("1..5}", "1..5"));
    assertInvalid(EXPERIMENT, text.replace("n1..n$", "n1...n"));
    assertInvalid(EXPERIMENT, text.replace("metric: a}]", "metrik: a}]"));
  }

  @Test
  void services_and_traffic_have_the_options_that_the_services_read() throws Exception {
    String menu = "/$defs/services/properties/";
    for (String service :
        List.of(
            "active-filter",
            "lgc",
            "sink",
            "echo",
            "ping",
            "source",
            "traceroute",
            "flakeway",
            "acc-monitor",
            "acc-filter",
            "ufc-core",
            "ufc-edge",
            "abcd-monitor",
            "abcd-splitter")) {
      assertSameKeys(
          TOPOLOGY,
          menu + service + "/properties",
          "topology: t\nnodes: {n1: {services: {" + service + ": {?: 1}}}}\n");
    }
    assertEquals(
        knownKeys("topology: t\nnodes: {n1: {services: {flakeway: {rules: [{?: 1}]}}}}\n"),
        keys(TOPOLOGY, menu + "flakeway/properties/rules/items/properties"));
    assertEquals(
        knownKeys("topology: t\nnodes: {n1: {services: {ufc-edge: {profiles: [{?: 1}]}}}}\n"),
        keys(TOPOLOGY, menu + "ufc-edge/properties/profiles/items/properties"));
    TreeSet<String> known = new TreeSet<>();
    for (String kind :
        List.of(
            "bursts",
            "cbr",
            "poisson",
            "on-off",
            "replay, arrivals: [0 100]",
            "responsive",
            "bulk",
            "request-response",
            "transfers, arrival-rate: 1/s")) {
      known.addAll(
          knownKeys(
              """
              topology: t
              nodes: {n1: {services: {source: {flows: [{to: n2, kind: %s, ?: 1}]}}}, n2: {}}
              """
                  .formatted(kind)));
    }
    assertEquals(known, keys(TOPOLOGY, menu + "source/properties/flows/items/properties"));
    known.addAll(List.of("from", "sink", "file", "filter", "skip", "take", "speed"));
    for (String kind : List.of("iperf3", "program, run: x")) {
      known.addAll(
          knownKeys(
              """
              experiment: e
              topology: {generate: {linear: {nodes: 2}}}
              traffic: [{from: n1, to: n2, kind: %s, ?: 1}]
              """
                  .formatted(kind)));
    }
    assertEquals(known, keys(EXPERIMENT, "/properties/traffic/items/properties"));
  }

  @Test
  void every_key_is_described() throws Exception {
    for (String kind : List.of(TOPOLOGY, EXPERIMENT)) {
      List<String> silent = new ArrayList<>();
      findSilent(schema(kind), "", silent);
      assertEquals(List.of(), silent);
    }
  }

  @Test
  void what_the_readers_refuse_at_sight_the_schemas_refuse_too() throws Exception {
    assertInvalid(TOPOLOGY, "topology: t\nnodes: {n1: {quue: {}}}\n");
    assertInvalid(TOPOLOGY, "topology: t\nnodes: {n1: {}}\nlinks: {n1 - n2: {}}\n");
    assertInvalid(TOPOLOGY, "topology: t\nlinks: {n1 -- n2: {delay: 10}}\n");
    assertInvalid(TOPOLOGY, "topology: t\nlinks: {n1 -- n2: {rate: -2Mbit/s}}\n");
    assertInvalid(TOPOLOGY, "topology: t\nnodes: {n1: {queue: {weight: 0}}}\n");
    assertInvalid(TOPOLOGY, "topology: t\nnodes: {n1: {services: {lgc: {txx: 1s}}}}\n");
    assertInvalid(TOPOLOGY, "topology: t\nforwards: [{from: n1}]\n");
    assertInvalid(TOPOLOGY, "topology: t\nforwards: [{tcp: 1, from: n1, to: n2}]\n");
    assertInvalid(TOPOLOGY, "topology: t\nschedule: [{at: 1s, cut: n1}]\n");
    assertInvalid(TOPOLOGY, "topology: t\nschedule: [{at: 1s, link: n1 -> n2}]\n");
    assertInvalid(TOPOLOGY, "topology: t\nschedule: [{at: 1s, stop: lgc}]\n");
    assertInvalid(EXPERIMENT, "experiment: e\n");
    assertInvalid(EXPERIMENT, "experiment: e\nextends: b.yaml\nsweep: {repeat: 0}\n");
    assertInvalid(EXPERIMENT, "experiment: e\ntopology: t.yaml\ntraffic: [{from: n1}]\n");
    assertInvalid(EXPERIMENT, "experiment: e\ntopology: t.yaml\nexpect: [{metric: a}]\n");
    assertInvalid(
        EXPERIMENT, "experiment: e\ntopology: t.yaml\nexpect: [{metric: a, above: 1, below: 2}]\n");
    assertInvalid(EXPERIMENT, "experiment: e\ntopology: {nodes: {n1: {x: 1}}}\n");
  }

  private void assertInvalid(String kind, String text) throws Exception {
    assertFalse(errors(kind, text).isEmpty(), text);
  }

  private void assertSameKeys(String kind, String pointer, String text) throws Exception {
    assertEquals(knownKeys(text), keys(kind, pointer), text);
  }

  /** What the reader says it knows where the text has a key that it does not. */
  private Set<String> knownKeys(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("t.yaml"), text.replace("?", JUNK));
    String error =
        assertThrows(
                FileError.class,
                () -> {
                  if (text.startsWith(EXPERIMENT)) {
                    ExperimentFile.load(file, List.of());
                  } else {
                    TopologyFile.load(file);
                  }
                })
            .getMessage();
    Matcher matcher = KNOWN.matcher(error);
    assertTrue(matcher.find(), error);
    assertFalse(matcher.group(1).contains("…"), error);
    return new TreeSet<>(List.of(matcher.group(1).replace("`", "").split(", ")));
  }

  private static Set<String> keys(String kind, String pointer) throws IOException {
    JsonNode properties = schema(kind).at(pointer);
    assertTrue(properties.isObject(), pointer);
    return new TreeSet<>(properties.propertyNames());
  }

  private static void findSilent(JsonNode schema, String path, List<String> silent) {
    schema
        .path("properties")
        .properties()
        .forEach(
            entry -> {
              String described = entry.getValue().path("description").asString("");
              if (described.isBlank()) {
                silent.add(path + "/" + entry.getKey());
              }
            });
    schema
        .properties()
        .forEach(entry -> findSilent(entry.getValue(), path + "/" + entry.getKey(), silent));
    if (schema.isArray()) {
      schema.forEach(member -> findSilent(member, path, silent));
    }
  }

  private static JsonNode schema(String kind) throws IOException {
    return new JsonMapper().readTree(Files.readString(SCHEMAS.resolve(kind + ".schema.json")));
  }

  private static List<String> errors(String kind, String text) throws Exception {
    Map<String, String> schemas = new LinkedHashMap<>();
    for (String name : List.of(TOPOLOGY, EXPERIMENT)) {
      String file = name + ".schema.json";
      schemas.put(JsonSchema.BASE + file, Files.readString(SCHEMAS.resolve(file)));
    }
    return SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(schemas))
        .getSchema(SchemaLocation.of(JsonSchema.BASE + kind + ".schema.json"))
        .validate(json(LocatedYaml.parse("t.yaml", text)))
        .stream()
        .map(Error::toString)
        .toList();
  }

  /** As YAML 1.2's core schema has it, which is what editors see. */
  private static JsonNode json(LocatedValue value) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    switch (value) {
      case LocatedMap map -> {
        ObjectNode object = json.objectNode();
        map.entries().forEach((key, entry) -> object.set(key, json(entry.value())));
        return object;
      }
      case LocatedList list -> {
        ArrayNode array = json.arrayNode();
        list.values().forEach(member -> array.add(json(member)));
        return array;
      }
      case LocatedScalar scalar -> {
        String text = scalar.text();
        if (scalar.isNull()) {
          return json.nullNode();
        }
        if (scalar.quoted()) {
          return json.stringNode(text);
        }
        if (text.matches("[-+]?\\d+")) {
          return json.numberNode(Long.parseLong(text));
        }
        if (text.matches("[-+]?(\\d+\\.\\d*|\\.\\d+)([eE][-+]?\\d+)?")) {
          return json.numberNode(Double.parseDouble(text));
        }
        return text.equals("true") || text.equals("false")
            ? json.booleanNode(text.equals("true"))
            : json.stringNode(text);
      }
    }
  }
}
