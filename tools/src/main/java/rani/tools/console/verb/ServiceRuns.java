// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Consumer;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.journey.NetworkPath;
import rani.testbed.journey.NetworkSnapshot;
import rani.wire.Address;
import rani.world.Reply;

/** Starts runs of a node's services, such as a ping, and polls them until they are done. */
public final class ServiceRuns {
  private static final Duration STEP = Duration.ofMillis(20);
  private static final Duration STEP_MAX = Duration.ofMillis(250);

  private final VerbContext context;

  public ServiceRuns(VerbContext context) {
    this.context = context;
  }

  /** Returns the error message about an unknown service, with the nearest name. */
  public static String unknown(String name, Collection<String> known) {
    return "no service `" + name + "` here; " + Nearest.hint(name, known);
  }

  private JsonObject menu(String node) throws LabFailure {
    return JsonObject.of(context.testbed().show(node, StatusQuery.SERVICES));
  }

  /** Reports whether a service is on a node's menu, neither stopped nor suspended. */
  public boolean runs(String node, String service) throws LabFailure {
    JsonObject facts = Shown.object(menu(node), service);
    return !facts.isEmpty() && !Shown.holds(facts, "stopped") && !Shown.holds(facts, "suspended");
  }

  /** Starts a service at all nodes that lack it, and prints their names. Fails if one refuses. */
  public void bring(List<String> nodes, String service) throws LabFailure, FileError {
    NodeReplies started = start(nodes, service);
    var failure = started.failures().firstEntry();
    if (failure != null) {
      throw new LabFailure(
          failure.getKey() + " does not have the service " + service + ": " + failure.getValue());
    }
  }

  /** Starts a service at all nodes that lack it, prints their names, and returns their replies. */
  public NodeReplies start(List<String> nodes, String service) throws LabFailure, FileError {
    NodeReplies started = new NodeReplies();
    for (String node : nodes) {
      if (!runs(node, service)) {
        started.add(context.operate(Map.of("node", node, "start", service)));
      }
    }
    if (!started.facts().isEmpty()) {
      context.screen().progress("started " + service + " at " + started.names());
    }
    return started;
  }

  /** Checks that a service is on the menu of a node; else the error has the nearest name. */
  public void requireKnown(List<String> nodes, String service) throws LabFailure {
    SequencedSet<String> known = new LinkedHashSet<>();
    for (String node : nodes) {
      known.addAll(menu(node).keys());
    }
    if (!known.contains(service)) {
      throw context.wrong(unknown(service, known));
    }
  }

  /**
   * Starts a run by the service's verb {@code start}, and returns the run's number. The
   * destination, the first argument, is replaced by its address, because a service may not know the
   * names of nodes that were added after its start.
   */
  public String begin(String node, String service, List<String> arguments) throws LabFailure {
    List<String> said = new ArrayList<>(arguments);
    context
        .testbed()
        .topology()
        .node(said.getFirst())
        .ifPresent(to -> said.set(0, Address.text(to.virtualAddress())));
    Reply begun = context.testbed().tell(node, service, "start", said);
    if (!begun.ok()) {
      throw new LabFailure(begun.message());
    }
    return String.valueOf(JsonObject.of(begun.facts()).find("id"));
  }

  /** Starts a run towards another node; empty, after a message, if there is no route. */
  public Optional<Begun> beginTowards(String from, String service, String to, List<String> order)
      throws LabFailure {
    try {
      return Optional.of(new Begun(from, service, begin(from, service, order)));
    } catch (LabFailure refused) {
      NetworkPath path = NetworkPath.find(new NetworkSnapshot(context.testbed()), from, to);
      if (path.complete()) {
        throw refused;
      }
      NodeReplies answers = new NodeReplies();
      answers.failures().put(from, "there is no way to " + to + ": " + path.problem());
      int _ = context.print(answers, "");
      return Optional.empty();
    }
  }

  public record Begun(String node, String service, String id) {}

  /**
   * Waits until all runs are done, or a time limit; Ctrl-C stops the runs. Returns the facts so
   * far, and passes them on at every poll.
   */
  public SequencedMap<Begun, JsonObject> await(
      List<Begun> begun, Duration max, Consumer<JsonObject> progress) throws LabFailure {
    try {
      return awaitDone(begun, max, progress);
    } catch (InterruptedException e) {
      return giveUp(begun);
    } catch (LabFailure e) {
      if (Thread.interrupted()) {
        return giveUp(begun);
      }
      throw e;
    }
  }

  private SequencedMap<Begun, JsonObject> giveUp(List<Begun> begun) throws LabFailure {
    context.giveUp();
    SequencedMap<Begun, JsonObject> shown = new LinkedHashMap<>();
    for (Begun each : begun) {
      List<String> which = List.of(each.id());
      Reply stopped = context.testbed().tell(each.node(), each.service(), "stop", which);
      Reply reply =
          stopped.ok()
              ? stopped // a run without `stop` ends soon by itself
              : context.testbed().tell(each.node(), each.service(), "show", which);
      if (reply.ok()) {
        shown.put(each, JsonObject.of(reply.facts()));
      }
    }
    return shown;
  }

  private SequencedMap<Begun, JsonObject> awaitDone(
      List<Begun> begun, Duration max, Consumer<JsonObject> progress)
      throws LabFailure, InterruptedException {
    SequencedMap<Begun, JsonObject> shown = new LinkedHashMap<>();
    Duration step = STEP;
    Duration waited = Duration.ZERO;
    while (true) {
      for (Begun each : begun) {
        if (!Shown.holds(shown.getOrDefault(each, JsonObject.EMPTY), "done")) {
          Reply reply =
              context.testbed().tell(each.node(), each.service(), "show", List.of(each.id()));
          if (!reply.ok()) {
            throw new LabFailure(each.node() + ": " + reply.message());
          }
          shown.put(each, JsonObject.of(reply.facts()));
          progress.accept(JsonObject.of(reply.facts()));
        }
      }
      boolean done = shown.values().stream().allMatch(facts -> Shown.holds(facts, "done"));
      if (done || waited.compareTo(max) > 0) {
        return shown;
      }
      // Virtual time passes without a wait that Ctrl-C could interrupt.
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      context.session().passing().pass(step);
      waited = waited.plus(step);
      step = step.multipliedBy(2).compareTo(STEP_MAX) > 0 ? STEP_MAX : step.multipliedBy(2);
    }
  }
}
