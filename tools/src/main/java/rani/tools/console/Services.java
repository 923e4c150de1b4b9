// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

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
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.node.Command.Subject;
import rani.testbed.journey.NetworkPath;
import rani.testbed.journey.Survey;
import rani.wire.Address;
import rani.world.Reply;

/**
 * What verbs have in common that a service carries out: it is begun, and asked until it is done.
 */
final class Services {
  private static final Duration STEP = Duration.ofMillis(20);
  private static final Duration STEP_MAX = Duration.ofMillis(250);

  private final Bench bench;

  Services(Bench bench) {
    this.bench = bench;
  }

  /** That no service has this name, and the nearest that has one. */
  static String unknown(String name, Collection<String> known) {
    return "no service `" + name + "` here; " + Nearest.hint(name, known);
  }

  /** Whether a service is on a node's menu now, neither stopped nor suspended. */
  boolean runs(String node, String service) throws LabFailure {
    SequencedMap<String, Object> facts =
        Facts.of(bench.testbed().show(node, Subject.SERVICES).getOrDefault(service, ""));
    return !facts.isEmpty() && !Facts.holds(facts, "stopped") && !Facts.holds(facts, "suspended");
  }

  /**
   * Puts a service on the menus of those nodes that lack it, starts it there, and says so.
   *
   * @throws LabFailure with the reason if a node refuses
   */
  void bring(List<String> nodes, String service) throws LabFailure, FileError {
    Answers started = start(nodes, service);
    for (Map.Entry<String, String> failure : started.failures().entrySet()) {
      throw new LabFailure(
          failure.getKey() + " does not have the service " + service + ": " + failure.getValue());
    }
  }

  /** The same, and returns what the nodes answered that lacked it. */
  Answers start(List<String> nodes, String service) throws LabFailure, FileError {
    Answers started = new Answers();
    for (String node : nodes) {
      if (!runs(node, service)) {
        SequencedMap<String, Object> entry = new LinkedHashMap<>();
        entry.put("node", node);
        entry.put("start", service);
        started.add(bench.operate(entry));
      }
    }
    if (!started.facts().isEmpty()) {
      bench
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
  void requireKnown(List<String> nodes, String service) throws LabFailure {
    SequencedSet<String> known = new LinkedHashSet<>();
    for (String node : nodes) {
      known.addAll(bench.testbed().show(node, Subject.SERVICES).sequencedKeySet());
    }
    if (!known.contains(service)) {
      throw bench.wrong(unknown(service, known));
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
  String begin(String node, String service, List<String> arguments) throws LabFailure {
    List<String> said = new ArrayList<>(arguments);
    bench
        .testbed()
        .topology()
        .node(said.getFirst())
        .ifPresent(to -> said.set(0, Address.text(to.virtualAddress())));
    Reply begun = bench.testbed().tell(node, service, "start", said);
    if (!begun.ok()) {
      throw new LabFailure(begun.message());
    }
    return String.valueOf(begun.facts().get("id"));
  }

  /**
   * The same, towards another node; nothing, and that is said, if no routes lead there.
   *
   * @throws LabFailure with the reason if the service refuses for another one
   */
  Optional<Begun> beginTowards(String from, String service, String to, List<String> order)
      throws LabFailure {
    try {
      return Optional.of(new Begun(from, service, begin(from, service, order)));
    } catch (LabFailure refused) {
      NetworkPath path = NetworkPath.find(new Survey(bench.testbed()), from, to);
      if (path.isComplete()) {
        throw refused;
      }
      Answers answers = new Answers();
      answers.failures().put(from, "there is no way to " + to + ": " + path.problem());
      int _ = bench.print(answers, "");
      return Optional.empty();
    }
  }

  /** Something that a node's service has begun. */
  record Begun(String node, String service, String id) {}

  /**
   * Waits until each is done, or time is up, and returns what each then shows. Ctrl-C ends what has
   * not been done: the nodes ask no more, and what there is so far is returned.
   */
  SequencedMap<Begun, SequencedMap<String, Object>> await(List<Begun> begun, Duration max)
      throws LabFailure {
    return await(begun, max, facts -> {});
  }

  /** The same, and tells what each shows whenever it was asked. */
  SequencedMap<Begun, SequencedMap<String, Object>> await(
      List<Begun> begun, Duration max, Consumer<SequencedMap<String, Object>> progress)
      throws LabFailure {
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

  private SequencedMap<Begun, SequencedMap<String, Object>> giveUp(List<Begun> begun)
      throws LabFailure {
    bench.giveUp();
    SequencedMap<Begun, SequencedMap<String, Object>> shown = new LinkedHashMap<>();
    for (Begun each : begun) {
      List<String> which = List.of(each.id());
      Reply stopped = bench.testbed().tell(each.node(), each.service(), "stop", which);
      Reply reply =
          stopped.ok()
              ? stopped // what has no `stop` ends soon by itself
              : bench.testbed().tell(each.node(), each.service(), "show", which);
      if (reply.ok()) {
        shown.put(each, reply.facts());
      }
    }
    return shown;
  }

  private SequencedMap<Begun, SequencedMap<String, Object>> awaitDone(
      List<Begun> begun, Duration max, Consumer<SequencedMap<String, Object>> progress)
      throws LabFailure, InterruptedException {
    SequencedMap<Begun, SequencedMap<String, Object>> shown = new LinkedHashMap<>();
    Duration step = STEP;
    Duration waited = Duration.ZERO;
    while (true) {
      for (Begun each : begun) {
        if (!Facts.holds(shown.getOrDefault(each, new LinkedHashMap<>()), "done")) {
          Reply reply =
              bench.testbed().tell(each.node(), each.service(), "show", List.of(each.id()));
          if (!reply.ok()) {
            throw new LabFailure(each.node() + ": " + reply.message());
          }
          shown.put(each, reply.facts());
          progress.accept(reply.facts());
        }
      }
      boolean done = shown.values().stream().allMatch(facts -> Facts.holds(facts, "done"));
      if (done || waited.compareTo(max) > 0) {
        return shown;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException(); // time that passes at once notices no Ctrl-C
      }
      bench.passing().pass(step);
      waited = waited.plus(step);
      step = step.multipliedBy(2).compareTo(STEP_MAX) > 0 ? STEP_MAX : step.multipliedBy(2);
    }
  }
}
