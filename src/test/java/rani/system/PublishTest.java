// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Outcome;

/** What {@code rani publish} says of this source tree. */
@Execution(CONCURRENT)
class PublishTest {
  private static final String TREE = Checkout.root().toString();

  @Test
  void everyTableIsWhatItsResultsMake() {
    Outcome checked = InThisJvm.rani("publish", "--check", "--in", TREE).expectExit(0);

    assertTrue(checked.out().endsWith(" tables: nothing moved\n"), checked::toString);
  }

  @Test
  void checkingMeasuresNothing() {
    Outcome wrong = InThisJvm.rani("publish", "--check", "--measure", "--in", TREE).expectExit(2);

    assertTrue(wrong.err().contains("--check only compares"), wrong::toString);
  }

  @Test
  void aFolderWithoutResultsIsNamed(@TempDir Path folder) {
    Outcome wrong = InThisJvm.rani("publish", "--in", folder.toString()).expectExit(2);

    assertTrue(wrong.err().contains(folder + " is no source tree of rani"), wrong::toString);
  }
}
