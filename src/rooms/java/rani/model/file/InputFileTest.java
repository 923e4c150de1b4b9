// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What is read is a regular file of a bounded size; nothing else is so much as opened. */
class InputFileTest {
  private static final Duration AT_ONCE = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void aFifoIsRefusedThoughNobodyWritesToIt() throws Exception {
    Path fifo = fifo("fifo");
    for (Executable reading : readers(fifo)) {
      assertEquals("this is a FIFO, not a file", refusal(reading));
    }
    Path link = Files.createSymbolicLink(folder.resolve("link"), fifo);
    assertEquals("this is a FIFO, not a file", refusal(() -> InputFile.bytes(link, 10)));
  }

  @Test
  void devicesSocketsAndDirectoriesAreRefusedByWhatTheyAre() throws Exception {
    Path zero = Path.of("/dev/zero");
    assumeTrue(Files.exists(zero), "no /dev/zero here");
    Path socket = folder.resolve("socket");
    try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listening.bind(UnixDomainSocketAddress.of(socket));
      for (Executable reading : readers(zero)) {
        assertEquals("this is a device, not a file", refusal(reading));
      }
      for (Executable reading : readers(socket)) {
        assertEquals("this is a socket, not a file", refusal(reading));
      }
    }
    for (Executable reading : readers(folder)) {
      assertEquals("this is a directory, not a file", refusal(reading));
    }
    assertThrows(NoSuchFileException.class, () -> InputFile.text(folder.resolve("none")));
  }

  @Test
  void onlyWhatAShellOpensIsReadFromElsewhere() throws Exception {
    Path fifo = fifo("stdin");
    assertEquals("this is a FIFO, not a file", refusal(() -> InputFile.bytesGiven(fifo, 10)));
    Path zero = Path.of("/dev/zero");
    assumeTrue(Files.exists(zero), "no /dev/zero here");
    assertEquals("this is a device, not a file", refusal(() -> InputFile.bytesGiven(zero, 10)));
    assertEquals(
        "this is a directory, not a file", refusal(() -> InputFile.bytesGiven(folder, 10)));
  }

  @Test
  void aFileHasAtMostSoManyBytes() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "0123456789");
    assertEquals("0123456789", InputFile.text(file, 10));
    assertEquals(
        "too large: 10 bytes, at most 9 bytes are read", refusal(() -> InputFile.bytes(file, 9)));
  }

  @Test
  void aFileWhoseSizeIsSaidToBeNoneIsBoundedAllTheSame() throws Exception {
    Path says = Path.of("/proc/self/maps");
    assumeTrue(Files.exists(says), "no /proc here");
    assertEquals(0, Files.size(says));
    assertEquals(
        "too large: more, at most 9 bytes are read", refusal(() -> InputFile.bytes(says, 9)));
  }

  @Test
  void aFileThatGrowsEndsWhereItEndedWhenItWasOpened() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "begun");
    try (InputStream in = InputFile.stream(file)) {
      assertEquals('b', in.read());
      Files.writeString(file, " and goes on", StandardOpenOption.APPEND);
      assertArrayEquals("egun".getBytes(StandardCharsets.US_ASCII), in.readAllBytes());
      assertEquals(-1, in.read());
    }
  }

  @Test
  void textIsUtf8() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "ä\nb\r\nc");
    assertEquals(List.of("ä", "b", "c"), InputFile.lines(file));
    Files.write(file, new byte[] {(byte) 0xFF});
    assertThrows(MalformedInputException.class, () -> InputFile.text(file));
  }

  private static List<Executable> readers(Path file) {
    return List.of(
        () -> InputFile.bytes(file, 10),
        () -> InputFile.bytesGiven(file, 10),
        () -> InputFile.text(file),
        () -> InputFile.lines(file),
        () -> InputFile.stream(file).close(),
        () -> InputFile.channel(file).close());
  }

  private static String refusal(Executable reading) {
    return String.valueOf(
        assertTimeoutPreemptively(AT_ONCE, () -> assertThrows(InputFile.UnfitFile.class, reading))
            .getMessage());
  }

  private Path fifo(String name) throws IOException, InterruptedException {
    Path fifo = folder.resolve(name);
    assumeTrue(
        new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor() == 0, "no mkfifo here");
    return fifo;
  }
}
