// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.IOException;
import java.io.OutputStream;
import org.jetbrains.lincheck.datastructures.ByteGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Two threads at a ring, in every order that Lincheck's model checker finds: what comes out must be
 * what comes out if one acts after the other. The model is sequentially consistent: that a line is
 * there for the other processor when {@code given} says so rests on release and acquire.
 */
@Isolated("it watches what the whole JVM does")
class TraceRingTest {
  private static final int ROUNDS = Boolean.getBoolean("rani.long") ? 100 : 8;
  private static final int ORDERS = Boolean.getBoolean("rani.long") ? 5000 : 100;

  /** A ring of five bytes has room for one line of three, which goes round its end. */
  public static final class Threads {
    private final TraceRing ring = new TraceRing(5);

    /** A line of three bytes. */
    @Operation(nonParallelGroup = "gives")
    public boolean give(@Param(gen = ByteGen.class) byte first) {
      return ring.give(new byte[] {first, (byte) (first + 1), (byte) (first + 2)});
    }

    /** The bytes of what waits, looked at one by one. */
    @Operation(nonParallelGroup = "takes")
    public String take() throws IOException {
      StringBuilder taken = new StringBuilder();
      ring.take(
          new OutputStream() {
            @Override
            public void write(int one) {
              taken.append(one).append(' ');
            }

            @Override
            public void write(byte[] bytes, int start, int length) {
              for (int at = start; at < start + length; at++) {
                write(bytes[at]); // each look at the ring is a step of its own
              }
            }
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
