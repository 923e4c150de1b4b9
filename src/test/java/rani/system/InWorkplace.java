// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a place of its own to run rani in, where nothing may run or lie astray after it. */
abstract class InWorkplace {
  @TempDir Path temporary;

  Workplace place;

  @BeforeEach
  final void makePlace() throws IOException {
    place = new Workplace(temporary);
  }

  @AfterEach
  final void nothingIsLeft() {
    place.assertNothingRunsAndNoFileIsAstray();
  }
}
