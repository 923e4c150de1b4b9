// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import org.jetbrains.lincheck.datastructures.ByteGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import rani.model.capture.Direction;

/**
 * Two threads at a ring, in every order that Lincheck's model checker finds: what comes out must be
 * what comes out if one acts after the other. It takes the copying of an array for one step.
 */
@Isolated("it watches what the whole JVM does")
class CaptureRingOrdersTest {
  private static final int ROUNDS = Boolean.getBoolean("rani.long") ? 100 : 8;
  private static final int ORDERS = Boolean.getBoolean("rani.long") ? 5000 : 300;

  /** A ring with room for one frame of four bytes, which goes round its end. */
  public static final class Threads {
    private final CaptureRing ring = new CaptureRing(4, 30, 2);

    /** Four bytes of one value. */
    @Operation(nonParallelGroup = "gives")
    public boolean give(@Param(gen = ByteGen.class) byte value) {
      ByteBuf passing = Unpooled.wrappedBuffer(new byte[] {value, value, value, value});
      return ring.take(value, Direction.IN, value, passing, 0, 4);
    }

    /** What waits. */
    @Operation(nonParallelGroup = "takes")
    public String drain() throws IOException {
      StringBuilder taken = new StringBuilder();
      ring.drain(
          (number, direction, nowNanos, original, data, length) -> {
            taken
                .append(number)
                .append(direction)
                .append('@')
                .append(nowNanos)
                .append(':')
                .append(original);
            for (int at = 0; at < length; at++) {
              taken.append(' ').append(data[at]);
            }
            taken.append(';');
          });
      return taken.toString();
    }
  }

  @Test
  void giverAndTakerDoNotDisturbEachOther() {
    ModelCheckingOptions options =
        new ModelCheckingOptions()
            .iterations(ROUNDS)
            .invocationsPerIteration(ORDERS)
            .threads(2)
            .actorsPerThread(2)
            .actorsBefore(1)
            .actorsAfter(1);
    assertDoesNotThrow(() -> options.check(Threads.class));
  }
}
