// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.nodehost.folder.RunDirectory;

/** One process at a time serves a network. */
class ServedLabTest {
  private static final String ADDRESS = "127.0.0.1:9464";

  @TempDir private Path folder;

  @Test
  void aClaimKeepsOthersOutBeforeItsAddressIsKnown() throws Exception {
    RunDirectory directory = new RunDirectory(folder);
    try (ServedLab first = ServedLab.claim(directory)) {
      assertRefused(directory, "is served already, by a process that is about to listen");
      assertEquals(Optional.empty(), ServedLab.address(directory));
      first.tell(ADDRESS);
      assertRefused(directory, "is served already, at " + ADDRESS + " by process ");
      assertEquals(Optional.of(ADDRESS), ServedLab.address(directory));
    }
    assertEquals(Optional.empty(), ServedLab.address(directory));
  }

  @Test
  void whatIsClosedTwiceLeavesTheNextClaimAlone() throws Exception {
    RunDirectory directory = new RunDirectory(folder);
    ServedLab first = ServedLab.claim(directory);
    first.close();
    try (ServedLab second = ServedLab.claim(directory)) {
      second.tell(ADDRESS);
      first.close();
      assertEquals(Optional.of(ADDRESS), ServedLab.address(directory));
      assertRefused(directory, "is served already");
    }
  }

  private static void assertRefused(RunDirectory directory, String why) {
    LabFailure failure = assertThrows(LabFailure.class, () -> ServedLab.claim(directory));
    assertTrue(String.valueOf(failure.getMessage()).contains(why), failure::toString);
  }
}
