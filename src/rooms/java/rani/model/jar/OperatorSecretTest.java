// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator's key and its files. */
class OperatorSecretTest {
  @TempDir private Path folder;

  @Test
  void aKeyIsReadAsItWasWrittenForItsOwnersEyesAlone() throws Exception {
    Path file = folder.resolve("ops.key");
    OperatorSecret secret = OperatorSecret.generate();
    secret.write(file);

    OperatorSecret read = OperatorSecret.read(file);

    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(secret.key(), read.key());
    assertEquals(secret.key(), OperatorKey.read(OperatorSecret.publicFile(file)));
    byte[] bytes = Jars.bytes("anything");
    assertTrue(secret.key().verifies(bytes, read.sign(bytes)));
    assertFalse(secret.key().verifies(Jars.bytes("else"), read.sign(bytes)));
    assertFalse(secret.key().verifies(bytes, new byte[3]));
  }

  @Test
  void noKeyIsEverOverwritten() throws Exception {
    Path file = folder.resolve("ops.key");
    OperatorSecret.generate().write(file);
    byte[] before = Files.readAllBytes(file);
    OperatorSecret other = OperatorSecret.generate();

    assertThrows(FileAlreadyExistsException.class, () -> other.write(file));
    Files.delete(OperatorSecret.publicFile(file));
    assertThrows(FileAlreadyExistsException.class, () -> other.write(file));
    assertArrayEquals(before, Files.readAllBytes(file));
    assertFalse(Files.exists(OperatorSecret.publicFile(file)));
  }

  @Test
  void twoHalvesThatDoNotBelongTogetherAreRefused() throws Exception {
    Path one = folder.resolve("one.key");
    Path two = folder.resolve("two.key");
    OperatorSecret.generate().write(one);
    OperatorSecret.generate().write(two);
    Files.copy(
        OperatorSecret.publicFile(two),
        OperatorSecret.publicFile(one),
        StandardCopyOption.REPLACE_EXISTING);

    assertThrows(IllegalArgumentException.class, () -> OperatorSecret.read(one));
    assertThrows(
        IllegalArgumentException.class, () -> OperatorKey.read(one), "a private key is no public");
  }
}
