// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** The ring beside a plain list; everything is asked after every step. */
class InFlightProperties {
  private static final int THRESHOLD = 3;

  /** One segment, as the list knows it. */
  private static final class Known {
    private final int sequence;
    private final boolean hasMessage;
    private long sentNanos;
    private int times = 1;
    private boolean eacked;
    private boolean lost;
    private boolean resent;

    Known(int sequence, boolean hasMessage, long sentNanos) {
      this.sequence = sequence;
      this.hasMessage = hasMessage;
      this.sentNanos = sentNanos;
    }
  }

  private static final class Pair {
    private final List<ByteBuf> messages = new ArrayList<>();
    private final InFlight inFlight = new InFlight();
    private final List<Known> model = new ArrayList<>();
    private int next;
    private long nowNanos;

    Pair(int first) {
      next = first;
      inFlight.begin(first);
    }

    /** What it is says the first number, to which segment the second. */
    void step(int what, int which) {
      nowNanos += 1000;
      Known known = model.isEmpty() ? null : model.get(which % model.size());
      switch (what) {
        case 0, 1, 2, 3 -> add(what > 0);
        case 4 -> acknowledge();
        case 5 -> inFlight.beginRecovery();
        case 6 -> inFlight.loseAll();
        case 7 -> inFlight.loseNothing();
        case 8 -> inFlight.loseOvertaken(THRESHOLD);
        default -> {
          if (known != null) {
            touch(what, known);
          }
        }
      }
      tell(what);
      check();
    }

    private void add(boolean hasMessage) {
      ByteBuf message = hasMessage ? Unpooled.buffer().writeZero(next & 0xFF) : null;
      if (message != null) {
        messages.add(message);
      }
      InFlight.Entry entry = inFlight.add(nowNanos, message);
      assertEquals(hasMessage ? next & 0xFF : 0, entry.bytes);
      model.add(new Known(next++, hasMessage, nowNanos));
    }

    private void acknowledge() {
      if (!model.isEmpty()) {
        assertEquals(model.removeFirst().sequence, inFlight.acknowledgeFirst().sequence);
      }
    }

    private void touch(int what, Known known) {
      InFlight.Entry entry = inFlight.at(known.sequence);
      switch (what) {
        case 9 -> {
          assertEquals(!known.eacked && !known.lost, inFlight.lose(entry));
          known.lost |= !known.eacked;
        }
        case 10 -> {
          inFlight.resent(nowNanos, entry);
          known.lost = false;
          known.resent = true;
          known.sentNanos = nowNanos;
          known.times++;
        }
        default -> {
          assertEquals(!known.eacked, inFlight.eack(entry));
          known.eacked = true;
          known.lost = false;
        }
      }
    }

    /** What a step does to all, told to the list. */
    private void tell(int what) {
      for (int i = 0; i < model.size(); i++) {
        Known known = model.get(i);
        int beyond = i;
        switch (what) {
          case 5 -> known.resent = false;
          case 6 -> known.lost |= !known.eacked;
          case 7 -> known.lost = false;
          case 8 ->
              known.lost |=
                  !known.eacked
                      && !known.resent
                      && count(j -> j > beyond && model.get(j).eacked) >= THRESHOLD;
          default -> {}
        }
      }
    }

    private int count(IntPredicate which) {
      return (int) IntStream.range(0, model.size()).filter(which).count();
    }

    private void check() {
      int eacked = count(i -> model.get(i).eacked);
      int lost = count(i -> model.get(i).lost);
      int held = count(i -> model.get(i).hasMessage);
      assertEquals(next, inFlight.next());
      assertEquals(next - model.size(), inFlight.una());
      assertEquals(model.size(), inFlight.size());
      assertEquals(model.isEmpty(), inFlight.isEmpty());
      assertEquals(eacked, inFlight.eacked());
      assertEquals(lost, inFlight.lost());
      assertEquals(model.size() - eacked - lost, inFlight.pipe());
      assertEquals(held, inFlight.messages());
      assertEquals(held > 0, inFlight.messages() > 0);
      assertEquals(held, messages.stream().filter(message -> message.refCnt() > 0).count());
      assertFalse(inFlight.contains(inFlight.una() - 1));
      assertFalse(inFlight.contains(next));
      model.forEach(this::check);

      assertEquals(first(i -> model.get(i).lost), sequence(inFlight.firstLost()), "lost");
      assertEquals(first(this::isHole), sequence(inFlight.firstHole()), "hole");
      assertEquals(
          eacked >= THRESHOLD && !model.getFirst().eacked, inFlight.isFirstOvertaken(THRESHOLD));
    }

    private void check(Known known) {
      assertTrue(inFlight.contains(known.sequence));
      InFlight.Entry entry = inFlight.at(known.sequence);
      assertEquals(known.sequence, entry.sequence);
      assertEquals(known.hasMessage, entry.message != null);
      assertEquals(known.sentNanos, entry.sentNanos);
      assertEquals(known.times > 1, entry.isRetransmitted());
      assertEquals(known.eacked, entry.eacked);
      assertEquals(known.lost, entry.lost);
      assertEquals(known.resent, entry.resent);
    }

    /** RFC 6675 §4, NextSeg (3): before the highest received, and not sent again. */
    private boolean isHole(int place) {
      Known known = model.get(place);
      return !known.eacked
          && !known.resent
          && !known.lost
          && count(j -> j > place && model.get(j).eacked) > 0;
    }

    private @Nullable Integer first(IntPredicate which) {
      return IntStream.range(0, model.size())
          .filter(which)
          .mapToObj(i -> model.get(i).sequence)
          .findFirst()
          .orElse(null);
    }

    private static @Nullable Integer sequence(InFlight.@Nullable Entry entry) {
      return entry == null ? null : entry.sequence;
    }
  }

  @Property
  void theRingKnowsWhatTheListKnows(
      @ForAll int first,
      @ForAll @Size(max = 150) List<@IntRange(max = 13) Integer> steps,
      @ForAll @Size(value = 150) List<@IntRange(max = 99) Integer> which) {
    Pair pair = new Pair(first);
    for (int i = 0; i < steps.size(); i++) {
      pair.step(steps.get(i), which.get(i));
    }
    pair.inFlight.clear();
    pair.model.clear();
    pair.check();
  }
}
