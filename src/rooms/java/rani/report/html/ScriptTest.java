// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.report.window.WindowPage;

class ScriptTest {
  /** A browser would not run a script whose digest is not that of its text. */
  @Test
  void theDigestOfEveryLibraryIsThatOfItsText() throws IOException {
    List<Script> scripts = new ArrayList<>(ChartLibraries.scripts());
    scripts.addAll(WindowPage.scripts());

    assertEquals(6, scripts.size());
    for (Script script : scripts) {
      String begin = script.text().substring(0, 80);
      assertEquals(Script.of(script.text()).sha256(), script.sha256(), begin);
    }
  }
}
