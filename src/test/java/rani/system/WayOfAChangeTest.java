// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import rani.link.LinkPort;
import rani.live.LiveNode;
import rani.model.file.FileFormat;
import rani.model.file.LocatedYaml;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.jvm.ManagedNode;
import rani.testbed.RunningLab;
import rani.tools.console.ConsoleInterpreter;
import rani.tools.console.verb.ConsoleSession;
import rani.tools.screen.TerminalColours;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which way a change of a link takes from the console to the ports at both ends, taken from the
 * stacks of the console, of the nodes' control planes and of the nodes themselves by the JDK's
 * Flight Recorder. The nodes are those of a live run, but for their JVM, which is this one.
 */
@Isolated("it watches what the whole JVM does")
class WayOfAChangeTest {
  private static final int CLASSES_MAX = 20;
  private static final String TOKEN = "0123456789abcdef";
  private static final JsonMapper JSON = new JsonMapper();
  private static final String NETWORK =
      """
      topology: pair
      nodes: {n1: {}, n2: {}}
      links: {n1 -- n2: {rate: 2Mbit/s, delay: 5ms}}
      """;

  private static final String REQUEST = rani.nodehost.http.HttpClient.class.getName() + "::ask";
  private static final String ASKED = LiveNode.class.getName() + "::handle";
  private static final String CHANGED = LinkPort.class.getName() + "::change";

  /** Not of {@code RunRecord}: the JDK damages a record whose components have annotated types. */
  private static final String RECORD = FileFormat.class.getName() + "::read";

  private static final String YAML = LocatedYaml.class.getName();

  @TempDir private Path folder;

  /** The classes of rani on the stack of each call of one of these methods, the caller last. */
  private record Calls(SequencedMap<String, List<List<String>>> byMethod) {
    List<List<String>> of(String method) {
      return byMethod.getOrDefault(method, List.of());
    }
  }

  @Test
  void aParameterOfALinkIsTwoRequestsAndNoParseOnAShortWay() throws Exception {
    List<ServedNode> nodes = List.of(new ServedNode("n1"), new ServedNode("n2"));
    nodes.get(0).connect(nodes.get(1));
    nodes.get(1).connect(nodes.get(0));
    try {
      write(nodes);
      RunningLab lab = RunningLab.of(new RunDirectory(folder));
      StringWriter out = new StringWriter();
      var console = new ConsoleInterpreter(ConsoleSession.of(lab, TerminalColours.NONE));

      Calls calls =
          calls(
              () -> {
                int exitCode =
                    console.execute(
                        List.of("link", "n1-n2", "set", "delay=30ms"),
                        List.of(),
                        false,
                        new PrintWriter(out, true),
                        new PrintWriter(out, true));
                assertEquals(0, exitCode, out::toString);
              });

      assertTrue(out.toString().contains("n1->n2"), out.toString());
      assertEquals(2, calls.of(REQUEST).size(), "one for each end");
      assertEquals(2, calls.of(CHANGED).size(), "one at each end");
      assertEquals(2, calls.of(RECORD).size(), "where each node is");
      assertEquals(
          List.of(),
          calls.byMethod.keySet().stream().filter(each -> each.startsWith(YAML)).toList());
      SequencedSet<String> way = new LinkedHashSet<>();
      List.of(REQUEST, ASKED, CHANGED).forEach(method -> way.addAll(calls.of(method).getFirst()));
      assertEquals(documented(), List.copyOf(way));
      assertTrue(way.size() <= CLASSES_MAX, way::toString);
    } finally {
      for (ServedNode node : nodes) {
        node.end();
      }
    }
  }

  /** The list that stands in the document, a class a line. */
  private static List<String> documented() throws IOException {
    String page = Files.readString(Checkout.root().resolve("docs/ARCHITECTURE.md"));
    String list = page.split("```way change\n", 2)[1].split("```", 2)[0];
    return list.lines().map(line -> line.split("\\s+", 2)[0]).toList();
  }

  private interface Action {
    void run() throws Exception;
  }

  /** What is called while something is done. */
  private Calls calls(Action action) throws Exception {
    Path file = folder.resolve("calls.jfr");
    try (Recording recording = new Recording()) {
      recording
          .enable("jdk.MethodTrace")
          .with("filter", String.join(";", REQUEST, ASKED, CHANGED, RECORD, YAML));
      recording.start();
      action.run();
      recording.stop();
      recording.dump(file);
    }
    SequencedMap<String, List<List<String>>> byMethod = new LinkedHashMap<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      RecordedMethod method = event.getValue("method");
      byMethod
          .computeIfAbsent(
              method.getType().getName() + "::" + method.getName(), _ -> new ArrayList<>())
          .add(classes(method, event.getStackTrace().getFrames()));
    }
    return new Calls(byMethod);
  }

  private static List<String> classes(RecordedMethod called, List<RecordedFrame> frames) {
    List<String> classes = new ArrayList<>();
    Stream.concat(Stream.of(called), frames.stream().map(RecordedFrame::getMethod))
        .map(method -> method.getType().getName())
        .filter(name -> name.startsWith("rani.") && !name.startsWith("rani.system."))
        .map(name -> name.replaceAll("\\$.*", ""))
        .map(name -> name.substring(name.lastIndexOf('.') + 1))
        .forEach(classes::add);
    Collections.reverse(classes);
    return classes.stream().distinct().toList();
  }

  /** The run as its folder has it. */
  private void write(List<ServedNode> nodes) throws IOException {
    Files.writeString(folder.resolve("topology.yaml"), NETWORK);
    ProcessHandle here = ProcessHandle.current();
    var run = JSON.createObjectNode().put("run", "test").put("topology", "pair");
    run.put("token", TOKEN);
    var records = run.putArray("nodes");
    for (ServedNode node : nodes) {
      records
          .addObject()
          .put("name", node.name)
          .put("host", "")
          .put("pid", here.pid())
          .put("started-millis", here.info().startInstant().orElseThrow().toEpochMilli())
          .put("control", node.answer.get("control").asString());
    }
    run.putArray("keepers");
    Files.writeString(folder.resolve("run.json"), run.toString());
  }

  /** A node as a lab starts it, in this JVM. */
  private final class ServedNode {
    private final String name;
    private final Thread thread;
    private final JsonNode answer;

    ServedNode(String name) throws IOException {
      this.name = name;
      Path file = Files.writeString(folder.resolve(name + ".yaml"), NETWORK);
      PipedInputStream in = new PipedInputStream();
      PrintStream orders = new PrintStream(new PipedOutputStream(in), true, StandardCharsets.UTF_8);
      PipedInputStream said = new PipedInputStream();
      PrintStream out = new PrintStream(new PipedOutputStream(said), true, StandardCharsets.UTF_8);
      thread = Thread.ofPlatform().start(() -> ManagedNode.run(file, name, in, out));
      orders.println(
          JSON.createObjectNode()
              .put("token", TOKEN)
              .put("control", "127.0.0.1:0")
              .put("key-number", 0)
              .put("seed", 1)
              .put("time-base-nanos", System.nanoTime())
              .put("wall-base-nanos", 0)
              .put("transport", "nio")
              .put("trace-file", "")
              .put("trace-bytes-max", 0)
              .put("last-call-file", "")
              .put("verdict-file", "")
              .put("rehearsal", "NONE")
              .put("late", false)
              .set("captures", JSON.createArrayNode())
              .toString());
      answer =
          JSON.readTree(
              new BufferedReader(new InputStreamReader(said, StandardCharsets.UTF_8)).readLine());
      assertEquals("", answer.get("failure").asString());
      post("/detach", "{}"); // so that it does not end with a pipe
    }

    void connect(ServedNode other) throws IOException {
      post("/peers", other.answer.get("sockets").toString());
      post("/start", "{}");
    }

    void end() throws IOException, InterruptedException {
      post("/stop", "{}");
      thread.join();
    }

    private void post(String path, String body) throws IOException {
      try (HttpClient client = HttpClient.newHttpClient()) {
        URI uri = URI.create("http://" + answer.get("control").asString() + path);
        var response =
            client.send(
                HttpRequest.newBuilder(uri)
                    .header("Authorization", "Bearer " + TOKEN)
                    .POST(BodyPublishers.ofString(body))
                    .build(),
                BodyHandlers.ofString());
        assertEquals(200, response.statusCode(), response::body);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  }
}
