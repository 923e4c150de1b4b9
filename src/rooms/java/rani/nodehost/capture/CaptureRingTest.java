// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.model.capture.Direction;

class CaptureRingTest {
  private record Taken(int number, Direction direction, long nanos, int original, byte[] data) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whatGoesInComesOutInOrderAndWhatIsRefusedDoesNot(long seed) throws IOException {
    Random random = new Random(seed);
    int snapBytes = 40;
    CaptureRing ring = new CaptureRing(snapBytes, 301, 7);
    Deque<Taken> expected = new ArrayDeque<>();
    int refused = 0;
    for (int step = 0; step < 5000; step++) {
      byte[] frame = new byte[random.nextInt(60)];
      random.nextBytes(frame);
      Direction direction = random.nextBoolean() ? Direction.IN : Direction.OUT;
      if (ring.take(step % 4, direction, step, Unpooled.wrappedBuffer(frame), 0, frame.length)) {
        byte[] kept = Arrays.copyOf(frame, Math.min(frame.length, snapBytes));
        expected.add(new Taken(step % 4, direction, step, frame.length, kept));
      } else {
        refused++;
      }
      if (random.nextInt(4) == 0) {
        ring.drain(
            (number, way, nanos, original, data, length) -> {
              Taken next = expected.remove();
              assertEquals(next.number, number);
              assertEquals(next.direction, way);
              assertEquals(next.nanos, nanos);
              assertEquals(next.original, original);
              assertArrayEquals(next.data, Arrays.copyOf(data, length));
            });
        assertTrue(expected.isEmpty());
      }
    }
    assertTrue(refused > 100, "the ring was never full");
  }

  @Test
  void itIsBoundedInFramesAndInBytes() {
    CaptureRing fewFrames = new CaptureRing(100, 10_000, 2);
    CaptureRing fewBytes = new CaptureRing(100, 100, 1000);
    byte[] frame = new byte[50];
    assertTrue(fewFrames.take(0, Direction.OUT, 1, Unpooled.wrappedBuffer(frame), 0, 50));
    assertTrue(fewFrames.take(0, Direction.OUT, 1, Unpooled.wrappedBuffer(frame), 0, 50));
    assertFalse(fewFrames.take(0, Direction.OUT, 1, Unpooled.wrappedBuffer(frame), 0, 50));
    assertTrue(fewBytes.take(0, Direction.OUT, 1, Unpooled.wrappedBuffer(frame), 0, 50));
    assertFalse(fewBytes.take(0, Direction.OUT, 1, Unpooled.wrappedBuffer(frame), 0, 50));
  }
}
