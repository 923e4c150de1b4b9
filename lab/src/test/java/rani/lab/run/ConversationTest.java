// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.lab.LabFailure;
import rani.lab.conversation.JourneyKept;
import rani.lab.conversation.NodeHandle;
import rani.lab.conversation.Operation;
import rani.lab.conversation.Query;
import rani.node.Command;

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
      NodeHandle far = new RemoteNode("n1", new ControlClient(served.address(), ServedNode.TOKEN));

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

  /** One more would be its own file and a line in the list: that is what each of these costs. */
  @Test
  void aQuestionIsKnownToItsFileAndTheListAndElsewhereOnlyToThoseWhoAskIt() throws Exception {
    for (Class<?> question : Query.class.getPermittedSubclasses()) {
      assertEquals(
          Set.of(question.getSimpleName() + ".java", "Query.java"), filesOf(question), "2 files");
    }
  }

  @Test
  void anOperationIsKnownToItsFileAndTheListAndElsewhereOnlyToThoseWhoTellIt() throws Exception {
    for (Class<?> operation : Operation.class.getPermittedSubclasses()) {
      Set<String> files = filesOf(operation);
      files.removeAll(Set.of("GatewayOrder.java", "ControlClient.java", "HoldStream.java"));
      assertEquals(Set.of(operation.getSimpleName() + ".java", "Operation.java"), files);
    }
  }

  /** Those that name a class in any other way than by making one. */
  private static Set<String> filesOf(Class<?> word) throws IOException {
    Pattern named = Pattern.compile("(?<!new )\\b" + word.getSimpleName() + "\\b");
    Set<String> files = new TreeSet<>();
    for (Path source : sources()) {
      String text = Files.readString(source);
      boolean isNear = source.toString().contains("/conversation/");
      if (!isNear && !text.contains("import " + word.getName() + ";")) {
        continue;
      }
      String code =
          text.lines()
              .map(String::strip)
              .filter(line -> !line.startsWith("import ") && !line.startsWith("*"))
              .collect(Collectors.joining("\n"));
      if (named.matcher(code).find()) {
        files.add(String.valueOf(source.getFileName()));
      }
    }
    return files;
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> all = Files.walk(root())) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/main/java/"))
          .toList();
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
