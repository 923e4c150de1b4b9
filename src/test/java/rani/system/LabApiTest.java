// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import rani.nodehost.http.HttpLimits;
import rani.parts.RealPart;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A network is served at one place: what is described is answered, what is answered is described,
 * pages and dashboard say what is there, and nothing is left behind.
 */
@SlowTest
class LabApiTest {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Path DOCS = Checkout.root().resolve("docs");

  @TempDir private Path temporary;
  private final HttpClient http = HttpClient.newHttpClient();
  private String address = "";
  private String token = "";

  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void theNetworkIsServedAsItsDescriptionSays() throws Exception {
    Workplace place = new Workplace(temporary);
    place.write(
        "line.yaml",
        """
        topology: line
        nodes:
          n1:
            services:
              ping: {}
              source: {flows: [{kind: bulk, to: n3, port: 7000, size: 500B, packets: 1000000}]}
          n2: {}
          n3: {services: {sink: {}, ping: {}}}
        links:
          n1 -- n2: {hello: 100ms, rate: 500kbit/s, delay: 2ms}
          n2 -- n3: {hello: 100ms, rate: 500kbit/s, delay: 2ms}
        """);
    place.rani("up", "line.yaml", "--out", "runs/line").run().expectExit(0);
    Running server = place.rani("serve", "--port", "--json").start();
    try {
      JsonNode served = JSON.readTree("{" + server.printed("{"));
      address = served.get("address").asString();
      token = JSON.readTree(place.here().resolve("runs/line/run.json")).get("token").asString();
      assertEveryRouteAnswersAsDescribed();
      String scrape = text(get("/v1/metrics"));
      assertEventsAreMerged();
      assertStrangersLearnNothing();
      assertSilentClientsKeepNoOthersOut();
      assertPromtoolIsContent(place, scrape);
      assertDashboardAsksForWhatIsThere(place, scrape);
      assertPrometheusFindsTheNetwork(place);
      assertEquals(
          address,
          JSON.readTree(place.rani("ps", "--json").run().out()).at("/0/served").asString());
      Outcome second = place.rani("serve").run().expectExit(3);
      assertTrue(second.err().contains("is served already, at " + address), second::toString);
      server.signal("INT");
      server.await();
      assertFalse(Files.exists(place.here().resolve("runs/line/api.json")));
      server = place.rani("serve").start();
      assertEquals(
          "unix:" + place.here().resolve("runs/line/control/lab.api.sock"),
          server.printed("line is served at "));
      place.rani("serve").run().expectExit(3); // and leaves the other's socket alone
      assertExamplesOfThePageWork(place);
    } finally {
      place.down();
    }
    server.await().expectExit(0);
    assertFalse(Files.exists(place.here().resolve("runs/line/api.json")));
    assertFalse(Files.exists(place.here().resolve("runs/line/control/lab.api.sock")));
    place.assertNothingRunsAndNoFileIsAstray();
  }

  private static void assertExamplesOfThePageWork(Workplace place) throws IOException {
    RealPart.program("jq");
    RealPart.program("curl");
    Matcher block =
        Pattern.compile("(?s)```sh\n(.*?)```")
            .matcher(Files.readString(DOCS.resolve("lab-api.md")));
    assertTrue(block.find(), "a block of commands");
    String script = "set -euo pipefail\n" + block.group(1);
    Outcome examples = Program.run(place.here(), "bash", "-c", script).expectExit(0);
    assertTrue(examples.out().startsWith("n1\nn2\nn3\n"), examples::toString);
    assertTrue(examples.out().endsWith("\n3.1.0\n"), examples::toString);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + address + path))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer " + token);
  }

  private HttpRequest get(String path) {
    return request(path).build();
  }

  private HttpRequest post(String path, String body) {
    return post(path, "application/json", body);
  }

  private HttpRequest post(String path, String type, String body) {
    return request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)).build();
  }

  private String text(HttpRequest request) throws Exception {
    HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), answer.body());
    return answer.body();
  }

  /** Asks every route of the description; of a stream the beginning. */
  private void assertEveryRouteAnswersAsDescribed() throws Exception {
    String description = text(get("/v1/openapi.json"));
    JsonNode file = JSON.readTree(DOCS.resolve("api/lab-openapi.json"));
    assertEquals(file, JSON.readTree(description), "the server's description is the file");
    SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    List<String> asked = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : file.get("paths").properties()) {
      String method = path.getValue().propertyNames().iterator().next();
      HttpRequest request =
          method.equals("get")
              ? get(path.getKey())
              : post(path.getKey(), example(file, path.getKey()));
      HttpResponse<InputStream> answer = http.send(request, BodyHandlers.ofInputStream());
      assertEquals(200, answer.statusCode(), path.getKey());
      JsonNode content = path.getValue().at("/" + method + "/responses/200/content");
      String type = content.propertyNames().iterator().next();
      String said = answer.headers().firstValue("Content-Type").orElse("");
      assertTrue(said.startsWith(type), said);
      try (InputStream body = answer.body()) {
        if (type.equals("application/json")) {
          Schema schema = registry.getSchema(closed(content.at("/application~1json/schema"), file));
          String json = new String(body.readAllBytes(), StandardCharsets.UTF_8);
          List<Error> errors = schema.validate(JSON.readTree(json));
          assertEquals(List.of(), errors, path.getKey() + ": " + json);
        } else if (type.equals("application/x-pcapng")) {
          assertFramesOfBothEnds(body.readAllBytes());
        } else {
          assertTrue(body.read() >= 0, path.getKey());
        }
      }
      asked.add(path.getKey());
    }
    assertTrue(asked.contains("/v1/operations"), asked::toString);
    assertEquals(
        "50000000",
        JSON.readTree(text(get("/v1/links?node=n1"))).at("/n1/n1->n2/delay-nanos").asString(),
        "the operation was carried out");
    JsonNode ping = JSON.readTree(text(post("/v1/console", example(file, "/v1/console"))));
    assertTrue(ping.get("output").asString().contains("n3"), ping::toString);
  }

  /** The example of a route's body, which is valid by its schema. */
  private static String example(JsonNode file, String path) {
    JsonNode body = file.get("paths").get(path).at("/post/requestBody/content/application~1json");
    JsonNode example = body.get("example");
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(closed(body.get("schema"), file));
    assertEquals(List.of(), schema.validate(example), path);
    return example.toString();
  }

  /** A schema with its components, in which records have no keys that are not described. */
  private static JsonNode closed(JsonNode schema, JsonNode file) {
    ObjectNode whole = schema.deepCopy().asObject();
    ObjectNode components = file.get("components").deepCopy().asObject();
    components
        .get("schemas")
        .forEach(
            each -> {
              if (each.has("properties") && !each.has("additionalProperties")) {
                each.asObject().put("additionalProperties", false);
              }
            });
    whole.set("components", components);
    return whole;
  }

  /** Frames of both nodes in one section, in order of their times. */
  private void assertFramesOfBothEnds(byte[] capture) throws IOException {
    RealPart.program("tshark");
    Path file = Files.write(temporary.resolve("here/both.pcapng"), capture);
    Outcome read =
        Program.run(
            temporary,
            "tshark",
            "-r",
            file.toString(),
            "-T",
            "fields",
            "-e",
            "frame.interface_name",
            "-e",
            "frame.time_epoch");
    read.expectExit(0);
    List<String> lines = read.out().lines().toList();
    assertEquals(6, lines.size(), read::toString);
    List<String> times = lines.stream().map(line -> line.split("\t")[1]).toList();
    assertEquals(times.stream().sorted().toList(), times, read::toString);
  }

  /** What two nodes tell of one cut comes in order, in words, with names of links. */
  private void assertEventsAreMerged() throws Exception {
    HttpResponse<InputStream> answer = http.send(get("/v1/events"), BodyHandlers.ofInputStream());
    try (BufferedReader events =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      assertEquals("retry: 1000", events.readLine());
      text(post("/v1/operations", "{\"link\": \"n2 -- n3\", \"set\": {\"loss\": \"100%\"}}"));
      Set<String> told = new LinkedHashSet<>();
      long latestNanos = 0;
      while (!told.containsAll(Set.of("n2", "n3"))) {
        String line = events.readLine();
        assertTrue(line != null, "the stream goes on");
        if (!line.startsWith("data: ")) {
          continue;
        }
        JsonNode event = JSON.readTree(line.substring("data: ".length()));
        if (event.has("at-nanos")) {
          assertTrue(event.get("at-nanos").asLong() >= latestNanos, line);
          latestNanos = event.get("at-nanos").asLong();
        }
        if (event.get("text").asString().equals("link n2 -- n3 is down")) {
          told.add(event.get("node").asString());
        }
      }
    }
    text(post("/v1/operations", "{\"link\": \"n2 -- n3\", \"set\": {\"loss\": \"0%\"}}"));
  }

  private void assertStrangersLearnNothing() throws Exception {
    Map<String, Integer> refused = new TreeMap<>();
    for (String path : List.of("/v1", "/v1/metrics", "/v1/openapi.json", "/nothing")) {
      HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path)).build();
      refused.put(path, http.send(request, BodyHandlers.ofString()).statusCode());
    }
    assertEquals(Set.of(401), Set.copyOf(refused.values()), refused::toString);
    List<Map.Entry<HttpRequest, Integer>> wrong = new ArrayList<>(); // bodies are no part of equals
    wrong.add(Map.entry(get("/v1/links?node=n4"), 404));
    wrong.add(Map.entry(get("/v1/links?nod=n1"), 400));
    wrong.add(Map.entry(get("/v2"), 404));
    wrong.add(Map.entry(get("/v1/links?nod"), 400));
    wrong.add(Map.entry(get("/v1/prometheus-targets?by=link"), 400));
    wrong.add(Map.entry(get("/v1/prometheus-targets?by=node"), 409)); // they have no ports
    wrong.add(Map.entry(get("/v1?" + "x".repeat(5 << 10)), 414));
    wrong.add(Map.entry(post("/v1/console", "text/plain", "{\"line\": \"n1 ping n3\"}"), 415));
    wrong.add(Map.entry(post("/v1/captures", "application/x-www-form-urlencoded", "{}"), 415));
    wrong.add(Map.entry(post("/v1/captures", ""), 400));
    wrong.add(Map.entry(get("/v1/console"), 405));
    wrong.add(Map.entry(request("/v1/events").DELETE().build(), 405));
    wrong.add(Map.entry(post("/v1/console", "{\"lien\": \"n1 ping n3\"}"), 400));
    wrong.add(Map.entry(post("/v1/console", "["), 400));
    wrong.add(
        Map.entry(
            post("/v1/operations", "{\"link\": \"n1 -> n4\", \"set\": {\"delay\": \"1s\"}}"), 400));
    String absent = "{\"link\": \"n1 -> n2\", \"set\": {\"delay\": \"1s\", \"loss\": null}}";
    wrong.add(Map.entry(post("/v1/operations", absent), 400));
    wrong.add(Map.entry(post("/v1/captures", "{\"ends\": [\"n1:n3\"]}"), 400));
    wrong.add(
        Map.entry(
            post("/v1/tell", "{\"node\": \"n1\", \"service\": \"pong\", \"verb\": \"x\"}"), 409));
    wrong.add(Map.entry(post("/v1/console", "{\"line\": \"" + "x".repeat(1 << 20) + "\"}"), 413));
    HttpRequest longHead = request("/v1").header("X-Long", "x".repeat(9 << 10)).build();
    wrong.add(Map.entry(longHead, 431));
    for (Map.Entry<HttpRequest, Integer> each : wrong) {
      HttpResponse<String> answer = http.send(each.getKey(), BodyHandlers.ofString());
      assertEquals(each.getValue(), answer.statusCode(), each.getKey() + ": " + answer.body());
      assertEquals(
          each.getValue() == 405, answer.headers().firstValue("Allow").isPresent(), answer::body);
      assertTrue(JSON.readTree(answer.body()).has("error"), answer::body);
    }
  }

  /** Who is silent has a place until others want it; the network is served meanwhile. */
  private void assertSilentClientsKeepNoOthersOut() throws Exception {
    int colon = address.lastIndexOf(':');
    InetAddress host = InetAddress.getByName(address.substring(0, colon));
    int port = Integer.parseInt(address.substring(colon + 1));
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i <= HttpLimits.USUAL.strangers(); i++) {
        silent.add(new Socket(host, port));
      }
      try (HttpClient fresh = HttpClient.newHttpClient()) {
        assertEquals(200, fresh.send(get("/v1"), BodyHandlers.discarding()).statusCode());
      }
      silent.getFirst().setSoTimeout(20_000);
      assertEquals(-1, silent.getFirst().getInputStream().read(), "the oldest was closed");
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  private static void assertPromtoolIsContent(Workplace place, String scrape) {
    RealPart.program("promtool");
    Path file = place.write("scrape.txt", scrape);
    Outcome check =
        Program.run(place.here(), "sh", "-c", "promtool check metrics < '" + file + "'")
            .expectExit(0);
    assertEquals("", check.err() + check.out());
  }

  /** The page's configuration of a discovery is valid; the answer is compared with its schema. */
  private static void assertPrometheusFindsTheNetwork(Workplace place) throws IOException {
    RealPart.program("promtool");
    String page = Files.readString(DOCS.resolve("lab-api.md"));
    Matcher block = Pattern.compile("(?s)```yaml\n(.*?http_sd_configs.*?)```").matcher(page);
    assertTrue(block.find(), "a configuration");
    place.write("prometheus.yml", block.group(1));
    Program.run(place.here(), "promtool", "check", "config", "prometheus.yml").expectExit(0);
  }

  /** Every metric and label in the dashboard's queries is in a scrape of this network. */
  private static void assertDashboardAsksForWhatIsThere(Workplace place, String scrape)
      throws IOException {
    Map<String, Set<String>> labels = new TreeMap<>();
    Matcher sample = Pattern.compile("(?m)^([a-z_]+)\\{([^}]*)}").matcher(scrape);
    while (sample.find()) {
      Set<String> ofMetric = labels.computeIfAbsent(sample.group(1), name -> new TreeSet<>());
      Matcher label = Pattern.compile("([a-z]+)=\"").matcher(sample.group(2));
      while (label.find()) {
        ofMetric.add(label.group(1));
      }
      ofMetric.add("run"); // of the target, by `rani metrics`
    }
    Outcome prometheus = place.rani("metrics").run().expectExit(0);
    assertTrue(prometheus.out().contains("- labels: {run: 'line'}"), prometheus::toString);
    JsonNode dashboard = JSON.readTree(Checkout.root().resolve("config/grafana/rani.json"));
    List<String> queries = dashboard.findValuesAsString("expr");
    queries.addAll(dashboard.findValuesAsString("definition"));
    assertTrue(queries.size() >= 12, queries::toString);
    Pattern selector =
        Pattern.compile("\\b(rani_[a-z_]+|jvm_[a-z_]+|process_[a-z_]+)(?:\\{([^}]*)})?");
    for (String query : queries) {
      Matcher asked = selector.matcher(query);
      assertTrue(asked.find(), query);
      asked.reset();
      Set<String> known = new TreeSet<>();
      while (asked.find()) {
        Set<String> scraped =
            requireNonNull(
                labels.get(asked.group(1)), asked.group(1) + " is not scraped: " + query);
        known.addAll(scraped);
        Matcher label =
            Pattern.compile("([a-z]+)=~?\"").matcher(asked.group(2) == null ? "" : asked.group(2));
        while (label.find()) {
          assertTrue(scraped.contains(label.group(1)), query);
        }
      }
      Matcher grouped = Pattern.compile("(?:by|on) ?\\(([^)]*)\\)|, ([a-z]+)\\)$").matcher(query);
      while (grouped.find()) {
        String names = grouped.group(1) == null ? grouped.group(2) : grouped.group(1);
        for (String name : names.split(", *")) {
          assertTrue(known.contains(name), name + " is no label: " + query);
        }
      }
    }
  }
}
