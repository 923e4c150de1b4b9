// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.util.ResourceLeakDetector;
import java.util.List;
import rani.parts.FoundLeaks;

/** Watches every buffer between its making and its closing, and complains of those that leaked. */
final class Leaks implements AutoCloseable {
  private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();

  Leaks() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
  }

  @Override
  public void close() {
    try {
      assertEquals(List.of(), FoundLeaks.soFar());
    } finally {
      ResourceLeakDetector.setLevel(before);
    }
  }
}
