// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {
  private static byte[] line(int number) {
    return ("line " + number + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void writesEveryLineInOrder(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("n1.trace");
    List<String> given = new ArrayList<>();
    try (TraceFile trace = new TraceFile(file, Long.MAX_VALUE)) {
      for (int i = 0; i < 100_000; i++) {
        trace.line(line(i));
        given.add("line " + i);
      }
      assertEquals(0, trace.linesLost());
    }
    assertEquals(given, Files.readAllLines(file));
  }

  @Test
  void linesGoRoundTheEndOfTheRing(@TempDir Path folder) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StringBuilder given = new StringBuilder();
    try (TraceFile trace = new TraceFile(folder.resolve("n1.trace"), out, Long.MAX_VALUE, 64)) {
      for (int i = 0; i < 100; i++) {
        long lost;
        do {
          Thread.onSpinWait();
          lost = trace.linesLost();
          trace.line(line(i));
        } while (trace.linesLost() > lost);
        given.append("line ").append(i).append('\n');
      }
    }
    assertEquals(given.toString(), out.toString(StandardCharsets.US_ASCII));
  }

  @Test
  void aSlowDiskCostsLinesAndSaysSo(@TempDir Path folder) {
    CountDownLatch ready = new CountDownLatch(1);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    OutputStream slow =
        new OutputStream() {
          @Override
          public void write(int oneByte) {
            written.write(oneByte);
          }

          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            try {
              ready.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            written.write(bytes, from, length);
          }
        };
    TraceFile trace = new TraceFile(folder.resolve("n1.trace"), slow, Long.MAX_VALUE, 1000);
    for (int i = 0; i < 1000; i++) {
      trace.line(line(i));
    }
    assertTrue(trace.linesLost() > 0);
    ready.countDown();
    trace.close();
    long lines = written.toString(StandardCharsets.US_ASCII).lines().count();
    assertEquals(1000, lines + trace.linesLost());
  }

  @Test
  void aDiskThatFailsIsNamed(@TempDir Path folder) {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int oneByte) throws IOException {
            throw new IOException("no space left");
          }
        };
    TraceFile trace = new TraceFile(folder.resolve("n1.trace"), full, Long.MAX_VALUE, 1000);
    trace.line(line(1));
    trace.close();
    assertTrue(trace.failure().endsWith("n1.trace: no space left"), trace::failure);
  }

  @Test
  void aFileThatReachesItsLimitSaysSoInItsLastLine(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("n1.trace");
    int bytesMax = 1000;
    byte[] line = "1.250000000 n1 arrival link=0 len=40\n".getBytes(StandardCharsets.US_ASCII);
    byte[] first = "2.500000000 n1 drop reason=expired\n".getBytes(StandardCharsets.US_ASCII);
    int fit = (bytesMax - 200) / line.length;
    try (TraceFile trace = new TraceFile(file, bytesMax)) {
      for (int i = 0; i < fit; i++) {
        trace.line(line);
      }
      assertEquals("", trace.failure());
      trace.line(first);
      for (int i = 0; i < 1000; i++) {
        trace.line(line);
      }
      assertEquals(0, trace.linesLost());
      assertEquals(
          "its trace has reached its limit of 1000 bytes, and ends there", trace.failure());
    }
    List<String> lines = Files.readAllLines(file);
    assertEquals(fit + 1, lines.size());
    assertEquals("2.500000000 n1 note service=node event=trace-limit bytes=1000", lines.getLast());
    assertTrue(Files.size(file) <= bytesMax);
  }
}
