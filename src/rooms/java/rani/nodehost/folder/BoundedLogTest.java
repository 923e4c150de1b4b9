// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BoundedLogTest {
  @Test
  void aLogEndsAtItsLimitAndSaysSo() {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream log =
        new PrintStream(new BoundedLog.Bounded(written, 20), true, StandardCharsets.UTF_8);
    log.print("1234567890");
    log.print("äöü67");
    log.write('x');
    log.print("1234567890");
    log.println("a service prints for ever");
    assertEquals(
        "1234567890äöü67x\nrani: this log has reached its limit of 20 bytes, and ends here\n",
        written.toString(StandardCharsets.UTF_8));
  }
}
