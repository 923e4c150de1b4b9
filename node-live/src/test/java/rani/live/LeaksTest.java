// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.netty.buffer.AdaptiveByteBufAllocator;
import org.junit.jupiter.api.Test;

class LeaksTest {
  @Test
  void aLostBufferIsFound() {
    Leaks leaks = new Leaks();
    new AdaptiveByteBufAllocator(true).buffer(100);
    assertFalse(leaks.found().isEmpty());
    leaks.forget();
    leaks.close();
  }
}
