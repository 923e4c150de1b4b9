// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.Segment;

/** The ring of what has come, beside a map of numbers that do not wrap. */
class ReceiverProperties {
  private static final int FIRST = Integer.MAX_VALUE - 20;

  private static final class Pair {
    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false);
    private final int max;
    private final boolean ordered;
    private final Receiver receiver;

    /** What came out of sequence, and whether it carries data. */
    private final TreeMap<Integer, Boolean> beyond = new TreeMap<>();

    private final ArrayDeque<Integer> messages = new ArrayDeque<>();
    private int cur;
    private int latest;
    private int cursor;
    private int unacknowledged;
    private boolean now;

    Pair(int max, boolean ordered) {
      this.max = max;
      this.ordered = ordered;
      receiver = new Receiver(new RdpConfig.Buffers(max, 1, ordered), buffers);
      receiver.begin(FIRST);
    }

    void step(int what, int which) {
      switch (what) {
        case 0, 1, 2, 3, 4 -> take(cur + which, true);
        case 5 -> take(cur + which, false);
        case 6, 7 -> poll();
        case 8 -> eacks(which);
        case 9 -> {
          receiver.acknowledged();
          unacknowledged = 0;
          now = false;
        }
        default -> {
          receiver.abandonHoles();
          beyond.clear();
        }
      }
      check();
    }

    private void take(int number, boolean hasData) {
      ByteBuf data = hasData ? Unpooled.buffer().writeInt(number) : Unpooled.EMPTY_BUFFER;
      int flags = Segment.ACK | (hasData ? 0 : Segment.NUL);
      assertEquals(
          enter(number, hasData),
          receiver.take(
              new Segment(flags, 1, 2, FIRST + number, 0, null, Segment.NO_EACKS, null, data)));
    }

    /** RFC 908 §3.7.2; RFC 5681 §4.2 says when an acknowledgement is due at once. */
    private @Nullable RefusalReason enter(int number, boolean hasData) {
      if (number > cur + 2 * max) {
        return RefusalReason.OUT_OF_WINDOW;
      }
      if (number <= cur || beyond.containsKey(number)) {
        now = true;
        return RefusalReason.DUPLICATE;
      }
      now |= !beyond.isEmpty() || !hasData;
      beyond.put(number, hasData);
      latest = number;
      if (hasData && !ordered) {
        messages.add(number);
      }
      advance();
      unacknowledged++;
      now |= !beyond.isEmpty() || unacknowledged >= 2;
      return null;
    }

    private boolean advance() {
      int before = cur;
      while (beyond.containsKey(cur + 1) && messages.size() < max) {
        cur++;
        if (Objects.requireNonNull(beyond.remove(cur)) && ordered) {
          messages.add(cur);
        }
      }
      return cur > before;
    }

    private void poll() {
      ByteBuf message = receiver.poll();
      if (messages.isEmpty()) {
        assertNull(message);
        return;
      }
      assertEquals(messages.remove(), message == null ? null : message.readInt());
      if (message != null) {
        message.release();
      }
      now |= advance();
    }

    /** The latest, then in turn, beginning where the last acknowledgement ended. */
    private void eacks(int limit) {
      List<Integer> named = new ArrayList<>();
      int count = Math.min(beyond.size(), Math.min(limit, Receiver.EACKS_PER_SEGMENT));
      if (count > 0) {
        if (beyond.containsKey(latest)) {
          named.add(latest);
        }
        cursor = cursor > cur && cursor <= cur + 2 * max ? cursor : cur + 1;
        List<Integer> turn =
            Stream.concat(
                    beyond.tailMap(cursor).keySet().stream(),
                    beyond.headMap(cursor).keySet().stream())
                .toList();
        for (int i = 0; named.size() < count; i++) {
          cursor = turn.get(i) < cur + 2 * max ? turn.get(i) + 1 : cur + 1;
          if (!named.contains(turn.get(i))) {
            named.add(turn.get(i));
          }
        }
      }
      assertArrayEquals(
          named.stream().mapToInt(number -> FIRST + number).toArray(), receiver.eacks(limit));
    }

    private void check() {
      assertEquals(FIRST + cur, receiver.cur());
      assertFalse(receiver.isInWindow(FIRST + cur));
      assertTrue(receiver.isInWindow(FIRST + cur + 2 * max));
      assertFalse(receiver.isInWindow(FIRST + cur + 2 * max + 1));
      assertEquals(!beyond.isEmpty(), receiver.hasHoles());
      assertEquals(!messages.isEmpty(), receiver.hasMessages());
      assertEquals(now, receiver.mustAcknowledge());
      assertEquals(now || unacknowledged > 0, receiver.owesAcknowledgement());
      long held = ordered ? beyond.values().stream().filter(hasData -> hasData).count() : 0;
      assertEquals(messages.size() + held, receiver.heldBuffers());
    }
  }

  @Property
  void theRingKnowsWhatTheMapKnows(
      @ForAll @IntRange(min = 1, max = 6) int max,
      @ForAll boolean ordered,
      @ForAll @Size(max = 80) List<@IntRange(max = 39) Integer> steps,
      @ForAll @Size(value = 80) List<@IntRange(min = -1, max = 13) Integer> which) {
    Pair pair = new Pair(max, ordered);
    for (int i = 0; i < steps.size(); i++) {
      pair.step(steps.get(i) % 13 == 12 ? 10 : steps.get(i) % 10, which.get(i));
    }
    pair.receiver.clear();
    assertFalse(pair.receiver.hasMessages() || pair.receiver.hasHoles());
    assertEquals(0, pair.buffers.metric().usedHeapMemory());
  }
}
