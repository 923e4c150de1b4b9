// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Frames on a wire with varying delay, in sending order: each departure time releases the oldest. A
 * ring buffer that grows and is reused.
 */
final class FrameFifo {
  private static final int FIRST_SIZE = 16;

  private Place[] ring = {};
  private int first;
  private int size;
  private int frames;

  /** What one departure time releases; valid until the next call. */
  static final class Place {
    /** Nothing if it was lost. */
    @Nullable ByteBuf frame;

    /** Its duplicate, which comes before it. */
    @Nullable ByteBuf twin;

    long reorderDelayNanos;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** How many frames wait, duplicates among them. */
  int frames() {
    return frames;
  }

  /** Appends a frame, and takes over its reference. */
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

  /** Removes the oldest, with its references; the ring is not empty. */
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
