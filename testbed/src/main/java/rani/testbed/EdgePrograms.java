// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.concurrent.Callable;
import rani.ground.LabFailure;
import rani.model.edge.EdgeProgram;
import rani.model.edge.StartOrder;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.OpenEdge;
import rani.nodehost.conversation.StartProgram;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.edge.ProgramFacts;
import rani.testbed.process.LabWatch;
import rani.testbed.session.Tasks;
import rani.world.Reply;

/** Starts the programs at the edges of a live network in their order; their nodes end them. */
final class EdgePrograms {
  private static final long POLL_NANOS = 20_000_000;

  private final List<EdgeProgram> programs;
  private final Testbed lab;
  private final LivePlan plan;
  private final LabWatch watch;

  EdgePrograms(LivePlan plan, Testbed lab, LabWatch watch) {
    this.programs = plan.topology().edges();
    this.lab = lab;
    this.plan = plan;
    this.watch = watch;
  }

  /** Opens the edges, and starts the servers, each when those that it is after are ready. */
  void startServers() throws LabFailure {
    List<Callable<Reply>> opening = new ArrayList<>();
    for (String node : nodes()) {
      NodeHandle handle = lab.node(node);
      opening.add(() -> handle.require(new OpenEdge()));
    }
    List<Reply> _ = Tasks.all(opening);
    SequencedMap<String, EdgeProgram> waiting = new LinkedHashMap<>();
    programs.stream().filter(EdgeProgram::isServer).forEach(each -> waiting.put(each.name(), each));
    SequencedMap<String, Long> deadlines = new LinkedHashMap<>();
    while (!waiting.isEmpty()) {
      for (EdgeProgram program : List.copyOf(waiting.values())) {
        boolean isFree = program.start().after().stream().noneMatch(waiting::containsKey);
        if (isFree && !deadlines.containsKey(program.name())) {
          start(program, 0);
          deadlines.put(program.name(), System.nanoTime() + program.start().readyWithinNanos());
        }
      }
      for (ProgramFacts facts : facts()) {
        EdgeProgram program = waiting.get(facts.program());
        Long deadlineNanos = deadlines.get(facts.program());
        if (program != null && deadlineNanos != null) {
          check(program, facts, deadlineNanos);
          if (facts.state().equals(ProgramFacts.READY)) {
            waiting.remove(facts.program());
          }
        }
      }
      watch.pause(waiting.isEmpty() ? 0 : POLL_NANOS);
    }
  }

  private void check(EdgeProgram program, ProgramFacts facts, long deadlineNanos)
      throws LabFailure {
    boolean isLate = !facts.state().equals(ProgramFacts.READY) && System.nanoTime() > deadlineNanos;
    if (facts.hasEnded() || isLate) {
      String what =
          facts.hasEnded()
              ? facts.inWords() + " before it was ready"
              : "does not listen at TCP port %d after %.1f s"
                  .formatted(program.start().readyPort(), program.start().readyWithinNanos() / 1e9);
      throw new LabFailure(
          "program %s at node %s %s; its log is %s%s"
              .formatted(
                  program.name(),
                  program.node(),
                  what,
                  plan.directory().map(run -> run.programLog(program.name()) + "").orElse(""),
                  facts.lastLines().isEmpty() ? "" : ":\n" + String.join("\n", facts.lastLines())));
    }
  }

  /** Orders the other programs, when the time until the start of the run is known. */
  void startOthers(long untilGoNanos) throws LabFailure {
    for (StartOrder each : StartOrder.of(programs)) {
      if (!each.program().isServer()) {
        start(each.program(), untilGoNanos + each.delayNanos());
      }
    }
  }

  private void start(EdgeProgram program, long delayNanos) throws LabFailure {
    Reply _ = lab.node(program.node()).require(new StartProgram(program.name(), delayNanos));
  }

  /** Waits until all programs but servers have ended; returns false at the time limit. */
  boolean awaitEnd(long deadlineNanos) throws LabFailure {
    while (!isDone()) {
      long leftNanos = deadlineNanos - System.nanoTime();
      if (leftNanos <= 0) {
        return false;
      }
      watch.pause(Math.min(POLL_NANOS, leftNanos));
    }
    return true;
  }

  private boolean isDone() throws LabFailure {
    if (programs.stream().allMatch(EdgeProgram::isServer)) {
      return true;
    }
    List<String> ended =
        facts().stream().filter(ProgramFacts::hasEnded).map(ProgramFacts::program).toList();
    return programs.stream().allMatch(each -> each.isServer() || ended.contains(each.name()));
  }

  /** Returns what has become of the programs so far, node by node. */
  List<ProgramFacts> facts() throws LabFailure {
    List<ProgramFacts> all = new ArrayList<>();
    for (String node : nodes()) {
      all.addAll(lab.show(node, StatusQuery.PROGRAMS).programs());
    }
    return all;
  }

  private SequencedSet<String> nodes() {
    SequencedSet<String> nodes = new LinkedHashSet<>();
    programs.forEach(program -> nodes.add(program.node()));
    return nodes;
  }
}
