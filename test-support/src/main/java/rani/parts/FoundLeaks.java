// SPDX-License-Identifier: Apache-2.0
package rani.parts;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Netty's leak detector, which keeps what it finds until the tests of a module have ended: the
 * buffers that were lost without being released. It looks at all buffers, not at one of 128 as
 * Netty has it, so that no build is red or green by chance.
 */
public final class FoundLeaks<T> extends ResourceLeakDetector<T> {
  private static final int SAMPLED_ONE_OF = 1;
  private static final int COLLECTIONS = 5;
  private static final int BUFFERS_PER_COLLECTION = 200;

  private static final List<String> found = new ArrayList<>();

  private FoundLeaks(Class<T> type) {
    super(type, SAMPLED_ONE_OF);
  }

  /** Lets Netty use it for all buffers from now on; none may have been made. */
  static void look() {
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(
        new ResourceLeakDetectorFactory() {
          @Override
          public <R> ResourceLeakDetector<R> newResourceLeakDetector(
              Class<R> type, int samplingInterval, long maxActive) {
            return new FoundLeaks<>(type);
          }
        });
  }

  /** All so far, each with where it was made; collects garbage, for only lost ones are reported. */
  public static List<String> soFar() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      for (int k = 0; k < BUFFERS_PER_COLLECTION; k++) {
        ByteBufAllocator.DEFAULT.buffer(16).release(); // a new buffer makes the detector look
      }
    }
    synchronized (found) {
      return List.copyOf(found);
    }
  }

  /** Takes those that a test made on purpose as read. */
  public static void forget(Class<?> test) {
    synchronized (found) {
      found.removeIf(leak -> leak.contains(test.getName() + "."));
    }
  }

  @Override
  protected void reportTracedLeak(String type, String records) {
    keep("LEAK: a " + type + " was not released" + records);
  }

  @Override
  protected void reportUntracedLeak(String type) {
    keep("LEAK: a " + type + " was not released");
  }

  private static void keep(String leak) {
    synchronized (found) {
      found.add(leak);
    }
  }
}
