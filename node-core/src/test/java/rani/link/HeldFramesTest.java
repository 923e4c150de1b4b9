// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rani.wire.FlowSpec;
import rani.world.LinkId;

/** Frames that a diversion holds, and the ports of links by number. */
class HeldFramesTest {
  private final Diversion diversion = new Diversion(7, new LinkId(2), null, FlowSpec.ALL);

  @Test
  void framesAreHeldUnderNumbersThatAreNeverUsedAgain() {
    ByteBuf[] frames = {Unpooled.buffer(), Unpooled.buffer(), Unpooled.buffer()};
    for (int number = 0; number < frames.length; number++) {
      assertEquals(number, diversion.nextNumber());
      diversion.hold(frames[number], 10 + number);
    }
    assertEquals(3, diversion.held());
    assertSame(frames[1], held(diversion.peek(1)).frame());
    assertSame(frames[1], held(diversion.release(1)).frame());
    assertNull(diversion.peek(1));
    assertNull(diversion.release(1));
    Diversion.Held oldest = diversion.release();
    assertSame(frames[0], oldest.frame());
    assertEquals(10, oldest.arrivedNanos());
    assertEquals(new LinkId(2), oldest.link());
    assertSame(frames[2], diversion.release().frame());
    assertEquals(3, diversion.nextNumber());
    assertSame(FlowSpec.ALL, diversion.spec());
    assertNull(diversion.flow());
  }

  private static Diversion.Held held(Diversion.@Nullable Held held) {
    return Objects.requireNonNull(held);
  }

  @Test
  void aHoldHasItsLimit() {
    for (int frame = 1; frame < Diversion.HELD_FRAMES_MAX; frame++) {
      diversion.hold(Unpooled.EMPTY_BUFFER, 0);
    }
    assertFalse(diversion.isFull());
    diversion.hold(Unpooled.EMPTY_BUFFER, 0);
    assertTrue(diversion.isFull());
  }
}
