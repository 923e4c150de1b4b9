// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;

class SweepLockTest {
  private static final String PID = Long.toString(ProcessHandle.current().pid());

  @TempDir private Path folder;

  @Test
  void whoHasTheLockIsNamedUntilItIsGivenBack() throws Exception {
    String why = "process " + PID + " is at work on a sweep in " + folder;
    try (SweepLock lock = SweepLock.take(folder)) {
      assertEquals(PID, Files.readString(folder.resolve(SweepLock.FILE)));
      assertEquals(why, assertThrows(LabFailure.class, () -> SweepLock.take(folder)).getMessage());
      assertEquals(why, assertThrows(LabFailure.class, () -> SweepLock.check(folder)).getMessage());
    }
    assertEquals("", Files.readString(folder.resolve(SweepLock.FILE)));
    SweepLock.check(folder);
    SweepLock.take(folder).close();
  }

  @Test
  void anOwnerThatDidNotSayWhoItIsHasNoNumber() throws Exception {
    try (SweepLock lock = SweepLock.take(folder)) {
      Files.writeString(folder.resolve(SweepLock.FILE), "");
      assertEquals(
          "process of unknown number is at work on a sweep in " + folder,
          assertThrows(LabFailure.class, () -> SweepLock.take(folder)).getMessage());
    }
  }

  /** What an owner with a longer number left, who was killed. */
  @Test
  void whatALostOwnerLeftIsOverwritten() throws Exception {
    Files.writeString(folder.resolve(SweepLock.FILE), "9".repeat(30));

    try (SweepLock lock = SweepLock.take(folder)) {
      assertEquals(PID, Files.readString(folder.resolve(SweepLock.FILE)));
    }
  }

  @Test
  void whereThereIsNoLockNoneIsMade() throws Exception {
    SweepLock.check(folder);

    assertFalse(Files.exists(folder.resolve(SweepLock.FILE)));
  }

  @Test
  void aFolderThatCannotBeLockedIsTold() {
    LabFailure told =
        assertThrows(LabFailure.class, () -> SweepLock.take(folder.resolve("not-there")));

    assertTrue(
        String.valueOf(told.getMessage()).startsWith("cannot lock " + folder), told::getMessage);
  }
}
