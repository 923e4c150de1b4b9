// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileReceiverTest {
  private static final int ROUNDS = 300;

  @TempDir private Path folder;

  @Test
  void ofTwoFilesThatWantOneNameAtOnceOneIsKeptAndOneIsRefused() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < ROUNDS; round++) {
        Path whole = folder.resolve("whole-" + round);
        Path first = Files.writeString(folder.resolve("first"), "first");
        Path second = Files.writeString(folder.resolve("second"), "second");
        Future<Boolean> one = threads.submit(move(first, whole, together));
        Future<Boolean> other = threads.submit(move(second, whole, together));
        assertEquals(1, (one.get() ? 1 : 0) + (other.get() ? 1 : 0), "round " + round);
        assertEquals(one.get() ? "first" : "second", Files.readString(whole));
        assertEquals(one.get(), Files.exists(second), "what is refused stays");
      }
    }
  }

  private static Callable<Boolean> move(Path part, Path whole, CyclicBarrier together) {
    return () -> {
      together.await();
      try {
        FileReceiver.moveInPlace(part, whole, false);
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      }
    };
  }

  @Test
  void whatIsToGiveWayDoes() throws IOException {
    Path part = Files.writeString(folder.resolve("part"), "new");
    Path whole = Files.writeString(folder.resolve("whole"), "old");
    FileReceiver.moveInPlace(part, whole, true);
    assertEquals("new", Files.readString(whole));
    assertFalse(Files.exists(part));
  }
}
