// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import rani.parts.RealPart;

/** The developers' command that makes the tables of {@code docs/experiments.md}. */
class TablesTest {
  private static final long SECONDS_MAX = 60;

  @Test
  void itsOwnTestsPass() throws Exception {
    RealPart.program("python3");
    Process tests =
        new ProcessBuilder("python3", Checkout.root().resolve("docs/tables/test.py").toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertTrue(tests.waitFor(SECONDS_MAX, TimeUnit.SECONDS), "it ends");
    assertEquals(0, tests.exitValue(), said);
  }
}
