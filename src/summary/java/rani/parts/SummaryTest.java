// SPDX-License-Identifier: Apache-2.0
package rani.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The last word of a build, and what its words are made of. */
class SummaryTest {
  private static final String LONG =
      "System property [rani.long] with value [false] does not match regular expression [true]";

  /** Of all modules that were tested before: this one is the last. */
  @Test
  void whatWasSkippedOrRanOnceMoreIsPrintedAtTheEnd() throws IOException {
    Path own = Path.of(Objects.requireNonNull(System.getProperty("rani.record")));
    List<RecordLine> lines = new ArrayList<>();
    try (Stream<Path> records = Files.list(Files.createDirectories(own.resolveSibling(".")))) {
      for (Path record : records.sorted().toList()) {
        Files.readAllLines(record).forEach(line -> lines.add(RecordLine.of(line)));
      }
    }
    System.out.print(Summary.of(lines));
    assertTrue(
        lines.stream().noneMatch(line -> line.kind() == RecordLine.Kind.LEAKED),
        "buffers were not released; where they were made stands above, at the module's end");
  }

  @Test
  void skipsAreCountedByWhatIsMissing() {
    String lines =
        skipped(1, "SeveralHostsTest", "this machine lacks sshd (Debian: openssh-server)")
            + skipped(2, "WindowTest", "this machine lacks chromium (Debian: chromium)")
            + skipped(1, "SshDoorTest", "this machine lacks sshd (Debian: openssh-server)")
            + skipped(5, "BenchTest", LONG)
            + skipped(2, "EditTest", LONG.replace("long", "slow"))
            + skipped(1, "WindowTest", "this machine lacks chromium (Debian: chromium)");
    assertEquals(
        """
        12 tests skipped
            5  only by `mvn verify -Plong`: BenchTest
            2  only by `mvn verify -Pslow`: EditTest
            3  this machine lacks chromium (Debian: chromium): WindowTest
            2  this machine lacks sshd (Debian: openssh-server): SeveralHostsTest, SshDoorTest
            what is missing: ./rani doctor --tests, and brought by --install
        """,
        summary(lines));
  }

  @Test
  void runsMadeOnceMoreAreCountedByTheirReason() {
    RecordLine again =
        new RecordLine(RecordLine.Kind.AGAIN, 1, "LiveRunTest", "doubtful:\n node n1 was late");
    assertEquals(
        """
        2 runs made once more
            2  doubtful: node n1 was late: LiveRunTest
        """,
        summary(again.text() + again.text()));
  }

  @Test
  void ofAConditionOnlyTheTestsOwnReasonIsTold() {
    assertEquals(
        "1 test skipped\n    1  takes an hour: OracleTest\n",
        summary(skipped(1, "OracleTest", "System property [a] does not exist ==> takes an hour")));
  }

  @Test
  void aLongReasonIsCut() {
    RecordLine again = new RecordLine(RecordLine.Kind.AGAIN, 1, "LiveRunTest", "late ".repeat(100));
    assertEquals(
        "1 run made once more\n    1  " + "late ".repeat(24).strip() + "\u2026: LiveRunTest\n",
        summary(again.text()));
  }

  @Test
  void lostBuffersAreTold() {
    String lost =
        new RecordLine(RecordLine.Kind.LEAKED, 1, "rani.ATest.a(ATest.java:1)", "LEAK: a B").text();
    assertEquals("1 buffer lost\n    1  LEAK: a B: rani.ATest.a(ATest.java:1)\n", summary(lost));
  }

  @Test
  void nothingSkippedIsNothingSaid() {
    assertEquals("", Summary.of(List.of()));
  }

  private static String skipped(int count, String test, String reason) {
    return new RecordLine(RecordLine.Kind.SKIPPED, count, test, reason).text();
  }

  private static String summary(String lines) {
    return Summary.of(lines.lines().map(RecordLine::of).toList());
  }

  @Test
  void aProgramThatIsNotInTheListIsAMistakeOfTheTest() {
    assertThrows(IllegalArgumentException.class, () -> RealPart.program("no-such-program"));
  }

  @Test
  void heldPortsAreNotHeldTwiceAndCanBeBound() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    int first = HeldPorts.here();
    assertNotEquals(first, HeldPorts.here());
    new ServerSocket(first, 1, here).close();
    assertThrows(BindException.class, () -> new ServerSocket(first + 1, 1, here).close());
  }
}
