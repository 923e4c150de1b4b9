// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * FIFO of frames on a wire with varying delay. Each departure time releases the oldest frame. A
 * ring buffer that grows and is reused.
 */
final class FrameFifo {
  private static final int FIRST_SIZE = 16;

  private Place[] ring = {};
  private int first;
  private int size;
  private int frames;

  /** The frames that one departure time releases; valid until the next call. */
  static final class Place {
    /** The frame; null if it was lost. */
    @Nullable ByteBuf frame;

    /** The frame's duplicate, which is released before it; null if there is none. */
    @Nullable ByteBuf twin;

    long reorderDelayNanos;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns the number of waiting frames, duplicates included. */
  int frames() {
    return frames;
  }

  void add(@Nullable ByteBuf frame, @Nullable ByteBuf twin, long reorderDelayNanos) {
    if (size == ring.length) {
      grow();
    }
    Place place = ring[(first + size) & (ring.length - 1)];
    size++;
    place.frame = frame;
    place.twin = twin;
    place.reorderDelayNanos = reorderDelayNanos;
    frames += count(place);
  }

  private void grow() {
    Place[] grown = new Place[Math.max(FIRST_SIZE, 2 * size)];
    Arrays.setAll(grown, i -> i < size ? ring[(first + i) & (size - 1)] : new Place());
    ring = grown;
    first = 0;
  }

  /** Removes the oldest place with its references; the FIFO is not empty. */
  Place remove() {
    Place place = ring[first];
    first = (first + 1) & (ring.length - 1);
    size--;
    frames -= count(place);
    return place;
  }

  private static int count(Place place) {
    return (place.frame == null ? 0 : 1) + (place.twin == null ? 0 : 1);
  }
}
