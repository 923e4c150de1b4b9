// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import rani.wasm.CodeHash;

class CodeStoreTest {
  private static final int ROOM = 1000;

  private final CodeStore store = new CodeStore(ROOM);

  private static byte[] code(int number, int length) {
    byte[] code = new byte[length];
    code[0] = (byte) number;
    code[1] = (byte) (number >> 8);
    return code;
  }

  private static CodeHash hash(int number) {
    return CodeHash.of(code(number, 100));
  }

  private CodeStore.Stored put(int number) {
    return Objects.requireNonNull(store.put(hash(number), code(number, 100), "10.0.0.1"));
  }

  @Test
  void theLongestUnusedGivesWay() {
    for (int number = 0; number < 10; number++) {
      put(number);
    }
    assertEquals(ROOM, store.bytes());
    assertNotNull(store.use(hash(0)));
    put(10);
    assertTrue(store.has(hash(0)));
    assertFalse(store.has(hash(1)));
    assertEquals(10, store.size());
    assertEquals(ROOM, store.bytes());
    assertEquals(1, store.evicted());
  }

  @Test
  void whatIsPinnedStays() {
    for (int number = 0; number < 10; number++) {
      put(number).pin();
    }
    assertNull(store.put(hash(10), code(10, 100), "10.0.0.1"));
    Objects.requireNonNull(store.use(hash(7))).unpin();
    put(10);
    assertFalse(store.has(hash(7)));
    assertEquals(10, store.size());
  }

  @Test
  void nothingIsGivenUpInVain() {
    put(1).pin();
    put(2);
    assertNull(store.put(hash(3), code(3, ROOM), "10.0.0.1"));
    assertTrue(store.has(hash(2)));
    assertNotNull(store.put(hash(3), code(3, ROOM - 100), "10.0.0.1"));
    assertFalse(store.has(hash(2)));
  }

  @Test
  void theNumberIsBoundedToo() {
    CodeStore wide = new CodeStore(1L << 30);
    for (int number = 0; number <= CapsuleLimits.CODES_MAX; number++) {
      assertNotNull(wide.put(hash(number), code(number, 100), "10.0.0.1"));
    }
    assertEquals(CapsuleLimits.CODES_MAX, wide.size());
    assertFalse(wide.has(hash(0)));
    assertEquals(100L * CapsuleLimits.CODES_MAX, wide.bytes());
  }

  @Test
  void aCodeIsKeptOnce() {
    CodeStore.Stored first = put(1);
    assertEquals(first, store.put(hash(1), code(1, 100), "10.0.0.2"));
    assertEquals(100, store.bytes());
    assertEquals("10.0.0.1", first.origin());
    store.forget(first);
    assertEquals(0, store.bytes());
    store.forget(first);
    assertEquals(0, store.bytes());
  }
}
