// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.service.ServiceContext;
import rani.services.Words;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Reply;

/**
 * Table of long-running commands, which the verb {@code start} begins. Each run has a number for
 * operators. While it goes on, it also has a slot, which is the number of its timer. Finished runs
 * are remembered for {@code show}.
 */
final class Runs<R extends Runs.Run> {
  static final int RUNNING_MAX = 16;

  /** Largest number of runs remembered, including those that go on. */
  static final int REMEMBERED_MAX = 64;

  private static final int FREE = 0;

  private final String kind;
  private final SequencedMap<Integer, R> known = new LinkedHashMap<>();
  private final int[] running = new int[RUNNING_MAX];
  private int started;

  abstract static class Run {
    /** Name for operators: counts from 1 in the order of starting. */
    final int number;

    /** Secret number in the run's packets. */
    final int drawn;

    /** Virtual address of the other end. */
    final int to;

    boolean over;

    Run(int number, int drawn, int to) {
      this.number = number;
      this.drawn = drawn;
      this.to = to;
    }

    abstract Facts facts(long nowNanos);
  }

  /** Creates an empty table of runs with a singular name; the plural has an s. */
  Runs(String kind) {
    this.kind = kind;
  }

  int nextNumber() {
    return started + 1;
  }

  /** Draws a secret number for a run's packets: only nodes that see them can forge an answer. */
  int draw(ServiceContext node) {
    int drawn = node.secrets().nextInt();
    while (find(drawn) != null) {
      drawn = node.secrets().nextInt();
    }
    return drawn;
  }

  boolean isFull() {
    return slotOf(FREE) < 0;
  }

  Reply full() {
    return Reply.refused("at most " + RUNNING_MAX + " " + kind + "s run at a time");
  }

  /** Adds a run, for which there must be room, and returns its slot. */
  int add(R run) {
    int slot = slotOf(FREE);
    started++;
    running[slot] = run.number;
    if (known.size() == REMEMBERED_MAX) {
      // There is a finished run, because fewer go on than are remembered.
      known.values().stream().filter(one -> one.over).findFirst().ifPresent(known.values()::remove);
    }
    known.put(run.number, run);
    return slot;
  }

  @Nullable R inSlot(int slot) {
    return known.get(running[slot]);
  }

  /** Returns the run whose packets carry a number; null if unknown or no longer remembered. */
  @Nullable R find(int drawn) {
    return known.values().stream().filter(run -> run.drawn == drawn).findFirst().orElse(null);
  }

  /** Frees the slot and the timer of a finished run. */
  void ended(R run, ServiceContext node) {
    int slot = slotOf(run.number);
    if (slot >= 0) {
      running[slot] = FREE;
      node.cancelTimer(slot);
    }
  }

  private int slotOf(int number) {
    for (int slot = 0; slot < RUNNING_MAX; slot++) {
      if (running[slot] == number) {
        return slot;
      }
    }
    return -1;
  }

  int started() {
    return started;
  }

  long running() {
    return Arrays.stream(running).filter(number -> number != FREE).count();
  }

  public record Begun(int id, String to) implements Facts {}

  /** Reply to {@code show}: the remembered runs under their plural name. */
  private record Shown(@Inline SequencedMap<String, List<Facts>> runs) implements Facts {}

  Reply begun(R run) {
    return Reply.of(new Begun(run.number, Address.text(run.to)));
  }

  /** Returns the reply to {@code show} about one run, or about all that are remembered. */
  Reply show(long nowNanos, List<String> arguments) {
    if (arguments.isEmpty()) {
      SequencedMap<String, List<Facts>> runs = new LinkedHashMap<>();
      runs.put(kind + "s", known.values().stream().map(run -> run.facts(nowNanos)).toList());
      return Reply.of(new Shown(runs));
    }
    R run = named(arguments.getFirst());
    return run == null ? unknown(arguments.getFirst()) : Reply.of(run.facts(nowNanos));
  }

  @Nullable R named(String number) {
    return known.get(Words.number(number));
  }

  Reply unknown(String number) {
    return Reply.refused("no " + kind + " `" + number + "` is known; `show` tells the numbers");
  }
}
