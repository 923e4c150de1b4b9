// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.List;
import java.util.Set;
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
import rani.wire.Address;
import rani.world.Facts;

/** Context of a verb's execution: the network, its selected nodes, the output and the session. */
public final class VerbContext {
  /** What joins commands and files in a shell. */
  private static final List<String> OF_SHELLS = List.of("|", ">", ">>", "<", "&", "&&", ";");

  private final ConsoleSession session;
  private final Interpreter interpreter;
  private final CommandSpec spec;
  private final List<String> scope;
  private final boolean json;
  private final NodeNames nodeNames;
  private boolean givenUp;

  /** Creates a context for the nodes named before the verb; an empty {@code scope} means all. */
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

  public Testbed testbed() {
    return session.testbed();
  }

  public ConsoleSession session() {
    return session;
  }

  /** Marks the verb as cancelled by Ctrl-C: the line ends with exit code 130. */
  public void giveUp() {
    givenUp = true;
  }

  public boolean isGivenUp() {
    return givenUp;
  }

  public Interpreter interpreter() {
    return interpreter;
  }

  public boolean json() {
    return json;
  }

  public Screen screen() {
    return new Screen(spec);
  }

  /**
   * Returns the nodes that the verb applies to: those named before it, or all that can be asked.
   */
  public List<String> nodes() {
    return scope.isEmpty() ? testbed().ownNames() : scope;
  }

  /** Returns those foreign nodes that the verb applies to; they cannot be asked. */
  public List<String> foreign(List<String> named) {
    Set<String> foreign = testbed().topology().foreign();
    List<String> meant = named.isEmpty() && scope.isEmpty() ? testbed().names() : nodes(named);
    return meant.stream().filter(foreign::contains).toList();
  }

  /** Returns the nodes named after the verb; {@link #nodes()} if there are none. */
  public List<String> nodes(List<String> named) {
    return named.isEmpty() ? nodes() : named.stream().map(this::node).toList();
  }

  /** Returns the nodes named before the verb, which may be none. */
  public List<String> named() {
    return scope;
  }

  /** Returns the node named before the verb; none or more than one are an error. */
  public String onlyNode(String verb) {
    if (scope.size() != 1) {
      throw wrong("at which node? Write its name before the verb, as in `n1 " + verb + "`");
    }
    return scope.getFirst();
  }

  /** Returns the nodes named before the verb; none is an error. */
  public List<String> named(String verb) {
    return scope.isEmpty() ? List.of(onlyNode(verb)) : scope;
  }

  /** Returns a node's name, for a name in any case or an address; an error has the nearest name. */
  public String node(String written) {
    if (OF_SHELLS.contains(written)) {
      throw wrong("the console has no `" + written + "`; in a shell, `rani exec VERB` has");
    }
    String found = nodeNames.find(written);
    if (found == null) {
      throw wrong(
          "no node is called `" + written + "`; " + Nearest.hint(written, testbed().names()));
    }
    return found;
  }

  /** Returns a node's virtual address as text; empty if there is no such node. */
  public String addressOf(String node) {
    return testbed()
        .topology()
        .node(node)
        .map(found -> Address.text(found.virtualAddress()))
        .orElse("");
  }

  /** Returns the error of a verb with wrong arguments: exit code 2. */
  public ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  public NodeNames nodeNames() {
    return nodeNames;
  }

  public LinkNames links() {
    return new LinkNames(testbed());
  }

  /** Queries several nodes. Nodes that do not answer are among the failures. */
  public NodeReplies ask(List<String> nodes, Query<? extends Facts> what) {
    return ask(nodes, what, (node, shown) -> {});
  }

  /** Queries nodes, and passes on typed answers; a node has failed if {@code taker} throws. */
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

  /** Sends any query to several nodes. */
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

  /** Executes a schedule entry now, and collects the replies of the nodes. */
  public NodeReplies operate(Object entry) throws LabFailure, FileError {
    return operateYaml(Json.print(entry));
  }

  /** Executes a schedule entry that is written as in files. */
  public NodeReplies operateYaml(String entry) throws LabFailure, FileError {
    NodeReplies answers = new NodeReplies();
    testbed().operate(entry).forEach(answers::add);
    return answers;
  }

  /** Prints answers as JSON or a table, and failures to standard error; returns the exit code. */
  public int print(NodeReplies answers, Table table) {
    if (json) {
      return printJson(answers);
    }
    if (!table.isEmpty()) {
      screen().printWhole(table.text(session.ink()));
    }
    return tellFailures(answers);
  }

  /** Prints a line, or answers as JSON, and failures to standard error; returns the exit code. */
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
      return ExitCodes.INTERRUPTED; // Ctrl-C is no failure of the nodes
    }
    answers.failures().forEach((node, why) -> screen().progress(node + ": " + why));
    return answers.exitCode();
  }
}
