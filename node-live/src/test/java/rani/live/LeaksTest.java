// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.netty.buffer.AdaptiveByteBufAllocator;
import org.junit.jupiter.api.Test;
import rani.parts.FoundLeaks;

class LeaksTest {
  @Test
  void aLostBufferIsFound() {
    try (Leaks _ = new Leaks()) {
      new AdaptiveByteBufAllocator(true).buffer(100);
      assertFalse(FoundLeaks.soFar().isEmpty());
      FoundLeaks.forget(LeaksTest.class);
    }
  }
}
