// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.nodehost.conversation.Query;
import rani.testbed.Testbed;
import rani.tools.screen.Screen;
import rani.tools.screen.Table;
import rani.world.Facts;
import rani.world.Reply;

/**
 * What one verb has to do with, from when it is said until it has been carried out: the network and
 * the nodes that it is about, where its results go, and the session that it is part of.
 */
public final class VerbContext {
  private final ConsoleSession session;
  private final Interpreter interpreter;
  private final CommandSpec spec;
  private final List<String> scope;
  private final boolean json;
  private final NodeNames nodeNames;
  private boolean givenUp;

  /**
   * The context of one verb.
   *
   * @param interpreter says other verbs for it
   * @param spec of the command line that it is part of
   * @param scope the nodes that it is about; none for all
   * @param json whether results are printed as JSON
   */
  public VerbContext(
      ConsoleSession session,
      Interpreter interpreter,
      CommandSpec spec,
      List<String> scope,
      boolean json) {
    this.session = session;
    this.interpreter = interpreter;
    this.spec = spec;
    this.scope = List.copyOf(scope);
    this.json = json;
    this.nodeNames = new NodeNames(session.testbed());
  }

  /** The network. */
  public Testbed testbed() {
    return session.testbed();
  }

  /** The session that it is part of. */
  public ConsoleSession session() {
    return session;
  }

  /** What a verb says that was given up by Ctrl-C: the line ends with exit code 130. */
  public void giveUp() {
    givenUp = true;
  }

  /** Whether the line was given up. */
  public boolean isGivenUp() {
    return givenUp;
  }

  /** Says verbs of the same session. */
  public Interpreter interpreter() {
    return interpreter;
  }

  /** Whether results are printed as JSON. */
  public boolean json() {
    return json;
  }

  /** Where results go. */
  public Screen screen() {
    return new Screen(spec);
  }

  /** The nodes that the verb is about: all of them, unless some were named before it. */
  public List<String> nodes() {
    return scope.isEmpty() ? testbed().names() : scope;
  }

  /** The nodes named behind the verb, or, if there are none, {@link #nodes()}. */
  public List<String> nodes(List<String> named) {
    return named.isEmpty() ? nodes() : named.stream().map(this::node).toList();
  }

  /** The nodes that were named before the verb; none if there was none. */
  public List<String> named() {
    return scope;
  }

  /**
   * The one node that was named before the verb.
   *
   * @throws ParameterException if there was none, or more than one
   */
  public String onlyNode(String verb) {
    if (scope.size() != 1) {
      throw noNode(verb);
    }
    return scope.getFirst();
  }

  /** What a verb throws that needs a node's name before it. */
  public ParameterException noNode(String verb) {
    return wrong("at which node? Write its name before the verb, as in `n1 " + verb + "`");
  }

  /**
   * The node that is written so.
   *
   * @throws ParameterException with the nearest name if there is none
   */
  public String node(String written) {
    String found = nodeNames.find(written);
    if (found == null) {
      throw wrong(
          "no node is called `" + written + "`; " + Nearest.hint(written, testbed().names()));
    }
    return found;
  }

  /** What a verb throws that was said wrongly: exit code 2. */
  public ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** The names of nodes. */
  public NodeNames nodeNames() {
    return nodeNames;
  }

  /** The names of links. */
  public LinkNames links() {
    return new LinkNames(testbed());
  }

  /** What several nodes show; those that do not answer are among the failures. */
  public NodeReplies ask(List<String> nodes, Query<? extends Facts> what) {
    return ask(nodes, what, (node, shown) -> {});
  }

  /**
   * The same, and hands it on as it is.
   *
   * @param taker a node fails that it throws of
   */
  public <A extends Facts> NodeReplies ask(
      List<String> nodes, Query<A> what, NodeReplies.Taker<A> taker) {
    return ask(
        nodes,
        node -> {
          A shown = testbed().show(node, what);
          taker.take(node, shown);
          return JsonObject.of(shown);
        });
  }

  /** The same, of any question. */
  public NodeReplies ask(List<String> nodes, NodeReplies.Question question) {
    NodeReplies answers = new NodeReplies();
    for (String node : nodes) {
      try {
        answers.facts().put(node, question.ask(node));
      } catch (LabFailure e) {
        answers.failures().put(node, String.valueOf(e.getMessage()));
      }
    }
    return answers;
  }

  /** Has an entry of a schedule carried out now, and collects what its nodes answer. */
  public NodeReplies operate(Object entry) throws LabFailure, FileError {
    return operateYaml(Json.print(entry));
  }

  /** The same, as files write it. */
  public NodeReplies operateYaml(String entry) throws LabFailure, FileError {
    NodeReplies answers = new NodeReplies();
    SequencedMap<String, Reply> replies = testbed().operate(entry);
    replies.forEach(answers::add);
    return answers;
  }

  /**
   * Prints answers: as JSON, or as a table; and those who failed to standard error.
   *
   * @return the verb's exit code
   */
  public int print(NodeReplies answers, Table table) {
    if (json) {
      return printJson(answers);
    }
    if (!table.isEmpty()) {
      screen().printWhole(table.text(session.ink()));
    }
    return tellFailures(answers);
  }

  /**
   * Prints a line, or answers as JSON; and those who failed to standard error.
   *
   * @return the verb's exit code
   */
  public int print(NodeReplies answers, String line) {
    if (json) {
      return printJson(answers);
    }
    if (!answers.facts().isEmpty() && !line.isEmpty()) {
      screen().print("%s", line);
    }
    return tellFailures(answers);
  }

  private int printJson(NodeReplies answers) {
    screen().printJson(answers.all());
    return answers.exitCode();
  }

  private int tellFailures(NodeReplies answers) {
    if (Thread.currentThread().isInterrupted()) {
      return ExitCodes.INTERRUPTED; // Ctrl-C is no fault of the nodes
    }
    answers.failures().forEach((node, why) -> screen().progress(node + ": " + why));
    return answers.exitCode();
  }
}
