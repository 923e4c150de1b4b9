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

/**
 * What verbs have in common that a service carries out: it is begun, and asked until it is done.
 */
public final class ServiceRuns {
  private static final Duration STEP = Duration.ofMillis(20);
  private static final Duration STEP_MAX = Duration.ofMillis(250);

  private final VerbContext context;

  /** Within a verb. */
  public ServiceRuns(VerbContext context) {
    this.context = context;
  }

  /** That no service has this name, and the nearest that has one. */
  public static String unknown(String name, Collection<String> known) {
    return "no service `" + name + "` here; " + Nearest.hint(name, known);
  }

  private JsonObject menu(String node) throws LabFailure {
    return JsonObject.of(context.testbed().show(node, StatusQuery.SERVICES));
  }

  /** Whether a service is on a node's menu now, neither stopped nor suspended. */
  public boolean runs(String node, String service) throws LabFailure {
    JsonObject facts = Shown.object(menu(node), service);
    return !facts.isEmpty() && !Shown.holds(facts, "stopped") && !Shown.holds(facts, "suspended");
  }

  /**
   * Puts a service on the menus of those nodes that lack it, starts it there, and says so.
   *
   * @throws LabFailure with the reason if a node refuses
   */
  public void bring(List<String> nodes, String service) throws LabFailure, FileError {
    NodeReplies started = start(nodes, service);
    for (Map.Entry<String, String> failure : started.failures().entrySet()) {
      throw new LabFailure(
          failure.getKey() + " does not have the service " + service + ": " + failure.getValue());
    }
  }

  /** The same, and returns what the nodes answered that lacked it. */
  public NodeReplies start(List<String> nodes, String service) throws LabFailure, FileError {
    NodeReplies started = new NodeReplies();
    for (String node : nodes) {
      if (!runs(node, service)) {
        started.add(context.operate(Map.of("node", node, "start", service)));
      }
    }
    if (!started.facts().isEmpty()) {
      context
          .screen()
          .progress(
              "started " + service + " at " + String.join(", ", started.facts().sequencedKeySet()));
    }
    return started;
  }

  /**
   * Refuses a name that is on the menu of none of the nodes.
   *
   * @throws picocli.CommandLine.ParameterException with the nearest name
   */
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
   * Begins something that has a number, by {@code start}.
   *
   * @param arguments the destination first; it is said by its address, since a service knows the
   *     names of the network that it was started in, and nodes may have come since
   * @return its number
   * @throws LabFailure with the reason if the service refuses
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

  /**
   * The same, towards another node; nothing, and that is said, if no routes lead there.
   *
   * @throws LabFailure with the reason if the service refuses for another one
   */
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

  /** Something that a node's service has begun. */
  public record Begun(String node, String service, String id) {}

  /**
   * Waits until each is done, or time is up, and returns what each then shows. Ctrl-C ends what has
   * not been done: the nodes ask no more, and what there is so far is returned.
   */
  public SequencedMap<Begun, JsonObject> await(List<Begun> begun, Duration max) throws LabFailure {
    return await(begun, max, facts -> {});
  }

  /** The same, and tells what each shows whenever it was asked. */
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
              ? stopped // what has no `stop` ends soon by itself
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
      if (Thread.interrupted()) {
        throw new InterruptedException(); // time that passes at once notices no Ctrl-C
      }
      context.session().passing().pass(step);
      waited = waited.plus(step);
      step = step.multipliedBy(2).compareTo(STEP_MAX) > 0 ? STEP_MAX : step.multipliedBy(2);
    }
  }
}
