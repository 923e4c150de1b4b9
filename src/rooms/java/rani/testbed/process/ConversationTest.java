// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.link.LinkChange;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.OperationReader;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.ScheduleEntry.Way;
import rani.node.Command;
import rani.node.NodeFacts;
import rani.nodehost.control.ControlRoute;
import rani.nodehost.conversation.ApplyActions;
import rani.nodehost.conversation.JourneyKept;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.Operation;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.session.ServedNode;
import rani.nodehost.session.TestTopologies;
import rani.testbed.VirtualLab;

/** Nodes are asked and told by the same words, wherever they are, and few files know a word. */
class ConversationTest {
  private static final String PAIR =
      """
      topology: pair
      nodes: {n1: {}, n2: {services: {sink: {}}}}
      links: {n1 -- n2: {}}
      """;

  @TempDir private Path folder;

  static List<Query<?>> questions() {
    return Query.all();
  }

  @Test
  void everyQuestionIsAnsweredByAControlPlane() {
    assertEquals(
        Set.of(Query.class.getPermittedSubclasses()),
        Query.all().stream().map(Query::getClass).collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void aNodeAnswersTheSameInItsJvmAndByItsControlPlane(Query<?> question) throws Exception {
    try (ServedNode served = new ServedNode(folder, PAIR)) {
      served.node().handle(new Command.Start());
      NodeHandle far = new ControlClient("n1", served.address(), ServedNode.TOKEN);

      if (question instanceof JourneyKept) {
        assertEquals(withoutAnswer(served.node(), question), withoutAnswer(far, question));
      } else {
        assertInstanceOf(question.kind(), served.node().ask(question));
        assertInstanceOf(question.kind(), far.ask(question));
      }
    }
  }

  /** No watch has its id. */
  private static String withoutAnswer(NodeHandle node, Query<?> question) {
    try {
      return "answered: " + node.ask(question);
    } catch (LabFailure e) {
      return String.valueOf(e.getMessage()).replace("node n1 refuses: ", "");
    }
  }

  @ParameterizedTest
  @MethodSource("questions")
  void aNodeInVirtualTimeIsAskedTheSame(Query<?> question) throws Exception {
    try (VirtualLab lab =
        new VirtualLab(TestTopologies.load(folder, PAIR), 1, line -> {}, "test")) {
      lab.start();
      try {
        assertInstanceOf(question.kind(), lab.node("n1").ask(question));
      } catch (LabFailure e) {
        assertTrue(
            question instanceof JourneyKept
                || String.valueOf(e.getMessage()).contains("virtual time"),
            e.getMessage());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{link: n1 -> n2, set: {delay: 30ms, rate: 2Mbit/s, loss: 0.1%, jitter: 1ms}}",
        "{link: n1 -- n2, set: {rate: unlimited, drop: '3,5..7', drop-flow: n1, reorder: 1%}}",
        "{cut: n1 -- n2}",
        "{mend: n1 -- n2}",
        "{node: n1, inject: {to: n2, payload: 'hex:00ff', count: 3, gap: 5ms, service: echo}}",
        "{node: n1, inject: {to: n2, protocol: 99, size: 60B, dscp: 46, ecn: 1, ttl: 3}}",
        "{node: n1, filter: {flow: n1, from: n2, for: 10s}}",
        "{node: [n1, n2], unfilter: {flow: n1}}",
        "{node: n1, start: {source: {flows: [{to: n2, kind: bursts, packets: 50, size: 200B}]}}}",
        "{node: n1, start: sink}",
        "{node: n2, stop: sink}",
        "{node: n2, restart: sink}",
        "{node: n2, tell: {sink: [show, 'a b']}}"
      })
  void whatASchedulesEntrySaysIsSentTyped(String entry) throws Exception {
    OperationReader reader =
        new OperationReader(TestTopologies.load(folder, PAIR), ServiceCatalog.installed());
    ApplyActions act = new ApplyActions(reader.read(entry).actions());
    assertFalse(act.actions().isEmpty());

    String json = Json.print(act.body());

    Operation.Kind<?> kind =
        Operation.kinds().stream()
            .filter(each -> each.route().equals(act.route()))
            .findFirst()
            .orElseThrow();
    assertEquals(act, kind.reader().apply(new ControlRoute.Request("", json, "")), json);
  }

  @Test
  void everyOperationIsCarriedOutByAControlPlane() {
    assertEquals(
        List.of(Operation.class.getPermittedSubclasses()),
        Operation.kinds().stream().map(Operation.Kind::type).toList());
  }

  @Test
  void aNodeIsToldAndAskedInOneRequest() throws Exception {
    try (ServedNode served = new ServedNode(folder, PAIR)) {
      served.node().handle(new Command.Start());
      Way way = new Way("n1", "n2", 1, true);
      ApplyActions act =
          new ApplyActions(
              List.of(
                  new ScheduleEntry.SetLink(
                      way, new LinkChange(null, 30_000_000L, null, null, null, null, null, null))));
      NodeHandle far = new ControlClient("n1", served.address(), ServedNode.TOKEN);

      for (NodeHandle node : List.of(far, served.node())) {
        var told = node.tell(act, StatusQuery.LINKS);
        assertTrue(told.reply().ok(), told.reply().message());
        assertEquals(30_000_000L, told.reply().facts().byKey().get("delay-nanos"));
        NodeFacts.Links links = requireNonNull(told.then());
        assertEquals(30_000_000, links.links().firstEntry().getValue().knobs().delayNanos());
      }
    }
  }

  @Test
  void anActionThatIsNothingForANodeIsRefusedEverywhere() throws Exception {
    ApplyActions nowhere =
        new ApplyActions(List.of(new ScheduleEntry.Cut(new Way("n1", "n9", 1, true), true)));
    ApplyActions elsewhere = new ApplyActions(List.of(new ScheduleEntry.Stop("n2", "sink")));
    try (ServedNode served = new ServedNode(folder, PAIR);
        VirtualLab lab = new VirtualLab(TestTopologies.load(folder, PAIR), 1, line -> {}, "t")) {
      NodeHandle far = new ControlClient("n1", served.address(), ServedNode.TOKEN);
      for (NodeHandle node : List.of(far, served.node(), lab.node("n1"))) {
        assertEquals("node n1 has no link n1 -- n9 #1", node.tell(nowhere).message());
        assertEquals("that is nothing for node n1", node.tell(elsewhere).message());
      }
    }
  }

  /** One more would be its own file and a line in the list: that is what each of these costs. */
  @Test
  void aQuestionIsKnownToItsFileAndTheListAndElsewhereOnlyToThoseWhoAskIt() {
    for (Class<?> question : Query.class.getPermittedSubclasses()) {
      assertEquals(
          Set.of(question.getSimpleName() + ".java", "Query.java"), filesOf(question), "2 files");
    }
  }

  /** Those that carry operations to nodes: only who tells one knows it. */
  @Test
  void noneThatCarriesOperationsKnowsOne() {
    Set<String> carriers =
        Set.of(
            "NodeHandle.java",
            "NodeView.java",
            "LabNode.java",
            "LocalNode.java",
            "NodeJvm.java",
            "ControlClient.java",
            "NodeSession.java",
            "ControlRoutes.java",
            "ControlServer.java",
            "VirtualLab.java");
    for (Class<?> operation : Operation.class.getPermittedSubclasses()) {
      Set<String> knowing = filesOf(operation);
      assertTrue(knowing.contains("Operation.java"), operation::getName);
      knowing.retainAll(carriers);
      assertEquals(Set.of(), knowing, operation::getName);
    }
  }

  /** Those that name a class in any other way than by making one. */
  private static Set<String> filesOf(Class<?> word) {
    Pattern named = Pattern.compile("(?<![\\w.]|new )\\b" + word.getSimpleName() + "\\b(?!\\.)");
    Set<String> files = new TreeSet<>();
    for (Map.Entry<Path, String> source : Sources.ALL.entrySet()) {
      boolean isNear = source.getKey().toString().contains("/conversation/");
      if (!isNear && !source.getValue().contains("import " + word.getName() + ";")) {
        continue;
      }
      String code =
          source
              .getValue()
              .lines()
              .map(String::strip)
              .filter(line -> !line.startsWith("import ") && !line.matches("/?[*].*"))
              .collect(Collectors.joining("\n"));
      if (named.matcher(code).find()) {
        files.add(String.valueOf(source.getKey().getFileName()));
      }
    }
    return files;
  }

  /** What is delivered, read once. */
  private static final class Sources {
    static final Map<Path, String> ALL = read();

    private static Map<Path, String> read() {
      Map<Path, String> all = new TreeMap<>();
      try (DirectoryStream<Path> modules = Files.newDirectoryStream(root())) {
        for (Path module : modules) {
          Path code = module.resolve("src/main/java");
          if (Files.isDirectory(code)) {
            try (Stream<Path> files = Files.walk(code)) {
              for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                all.put(file, Files.readString(file));
              }
            }
          }
        }
        return all;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Path root() {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve("node-core"))) {
        return folder;
      }
    }
    throw new IllegalStateException("the tests must run inside the source tree of rani");
  }
}
