// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

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
 * What a service was asked for by the verb {@code start} and sees to over time: each such run has a
 * number, and while it goes on a slot, which is the number of its timer. The last ones are
 * remembered for {@code show}.
 */
final class Runs<R extends Runs.Run> {
  /** How many go on at a time. */
  static final int RUNNING_MAX = 16;

  /** How many are remembered, those that go on included. */
  static final int REMEMBERED_MAX = 64;

  private static final int FREE = 0;

  private final String kind;
  private final SequencedMap<Integer, R> known = new LinkedHashMap<>();
  private final int[] running = new int[RUNNING_MAX];
  private int started;

  /** One run. */
  interface Run {
    /** From 1, in the order in which they were asked for: its name for operators. */
    int number();

    /** The number that its packets carry. */
    int drawn();

    /** Virtual address of the other end. */
    int to();

    boolean isOver();

    /** For who asks. */
    Facts facts(long nowNanos);
  }

  /**
   * No runs yet.
   *
   * @param kind what one is called; with an s, what several are
   */
  Runs(String kind) {
    this.kind = kind;
  }

  /** The number of the next run. */
  int nextNumber() {
    return started + 1;
  }

  /**
   * A number for the packets of the next run. Who does not see these cannot answer in the name of
   * the node that was asked, since he does not know it.
   */
  int draw(ServiceContext node) {
    int drawn = node.secrets().nextInt();
    while (find(drawn) != null) {
      drawn = node.secrets().nextInt();
    }
    return drawn;
  }

  /** Whether no more may go on than do. */
  boolean isFull() {
    return slotOf(FREE) < 0;
  }

  /** What to say to one too many. */
  Reply full() {
    return Reply.refused("at most " + RUNNING_MAX + " " + kind + "s run at a time");
  }

  /** Enters a run, for which there is room; its slot. */
  int add(R run) {
    int slot = slotOf(FREE);
    started++;
    running[slot] = run.number();
    if (known.size() == REMEMBERED_MAX) {
      forgetOldest();
    }
    known.put(run.number(), run);
    return slot;
  }

  /** As fewer go on than are remembered, there is one that is over. */
  private void forgetOldest() {
    for (R run : known.values()) {
      if (run.isOver()) {
        known.remove(run.number());
        return;
      }
    }
  }

  /** The run that has a slot; null if none has. */
  @Nullable R inSlot(int slot) {
    return known.get(running[slot]);
  }

  /** The run whose packets carry a number; null if it is forgotten, or never was. */
  @Nullable R find(int drawn) {
    for (R run : known.values()) {
      if (run.drawn() == drawn) {
        return run;
      }
    }
    return null;
  }

  /** A run is over: its slot and its timer are free. */
  void ended(R run, ServiceContext node) {
    int slot = slotOf(run.number());
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

  /** How many there have been. */
  int started() {
    return started;
  }

  /** How many go on. */
  long running() {
    long count = 0;
    for (int number : running) {
      count += number == FREE ? 0 : 1;
    }
    return count;
  }

  /** What has been started. */
  public record Begun(int id, String to) implements Facts {}

  /** Those that are remembered, by what several are called. */
  private record Shown(@Inline SequencedMap<String, List<Facts>> runs) implements Facts {}

  /** Answers {@code start}. */
  Reply begun(R run) {
    return Reply.of(new Begun(run.number(), Address.text(run.to())));
  }

  /** Answers {@code show}: about one, or about all that are remembered. */
  Reply show(long nowNanos, List<String> arguments) {
    if (arguments.isEmpty()) {
      SequencedMap<String, List<Facts>> runs = new LinkedHashMap<>();
      runs.put(kind + "s", known.values().stream().map(run -> run.facts(nowNanos)).toList());
      return Reply.of(new Shown(runs));
    }
    R run = named(arguments.getFirst());
    return run == null ? unknown(arguments.getFirst()) : Reply.of(run.facts(nowNanos));
  }

  /** The run that someone names by its number; null if there is none. */
  @Nullable R named(String number) {
    return known.get(Words.number(number));
  }

  /** What to say to who names another. */
  Reply unknown(String number) {
    return Reply.refused("no " + kind + " `" + number + "` is known; `show` tells the numbers");
  }
}
