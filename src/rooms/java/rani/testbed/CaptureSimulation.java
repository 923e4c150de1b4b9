// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.capture.CaptureFilter;
import rani.model.capture.CaptureLimits;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.capture.FileCapture;
import rani.model.capture.LinkType;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.nodehost.capture.PcapngCopy;
import rani.nodehost.session.TestTopologies;

/** Captures in virtual time against the trace of the same run. */
class CaptureSimulation {
  @TempDir private Path folder;
  private Topology topology;
  private Path file;

  @BeforeEach
  void load() throws Exception {
    topology = TestTopologies.load(folder, TestTopologies.ROW);
    file = folder.resolve("captures/n2-n3.pcapng");
  }

  private record Ran(String digest, List<String> trace) {}

  private Ran run(List<FileCapture> captures) throws Exception {
    List<String> trace = new ArrayList<>();
    try (VirtualLab lab =
        VirtualLab.capturing(
            topology,
            7,
            line -> trace.add(new String(line, StandardCharsets.US_ASCII)),
            "none",
            captures)) {
      lab.start();
      lab.go();
      lab.runFor(Duration.ofSeconds(5));
      lab.endCaptures();
      return new Ran(lab.digest(), trace);
    }
  }

  private FileCapture capture(String filter, CaptureLimits limits) throws Exception {
    return capture(filter, limits, LinkType.RANI, file);
  }

  private FileCapture capture(String filter, CaptureLimits limits, LinkType type, Path to)
      throws Exception {
    return new FileCapture(
        new CapturePlan(
            List.of(CapturedEnd.parse("n2:n3", topology, LinkNumbers.of(topology))),
            CaptureFilter.parse(filter, topology),
            limits,
            type),
        to);
  }

  private PcapngCopy read() throws Exception {
    return read(file);
  }

  private static PcapngCopy read(Path from) throws Exception {
    PcapngCopy copy = new PcapngCopy();
    copy.copy(new ByteArrayInputStream(Files.readAllBytes(from)), OutputStream.nullOutputStream());
    return copy;
  }

  /** The captured bytes of each packet, by the pcapng draft, section 4.3. */
  private static List<ByteBuffer> packets(Path from) throws Exception {
    ByteBuffer blocks = blocks(from);
    List<ByteBuffer> packets = new ArrayList<>();
    for (int at = 0; at < blocks.limit(); at += blocks.getInt(at + 4)) {
      if (blocks.getInt(at) == 6) {
        packets.add(blocks.slice(at + 28, blocks.getInt(at + 20)));
      }
    }
    return packets;
  }

  private static long count(Ran ran, String pattern) {
    return ran.trace().stream().filter(line -> line.matches("(?s)" + pattern)).count();
  }

  @Test
  void everyFrameOfTheLinkIsInTheFileAndTheRunIsWhatItWasWithout() throws Exception {
    Ran without = run(List.of());
    Ran with = run(List.of(capture("", CaptureLimits.DEFAULT)));
    assertEquals(without.digest(), with.digest());
    long passed = count(with, ".* n2 (arrival|departure) link=1 .*");
    assertTrue(passed > 60, () -> passed + " frames passed");
    assertEquals(passed, read().packets());
    assertEquals(passed, read().seen());
  }

  @Test
  void aFilterLeavesOutTheRestAndCountsIt() throws Exception {
    Ran ran = run(List.of(capture("from=n1 proto=udp out", CaptureLimits.DEFAULT)));
    assertEquals(count(ran, ".* n2 departure link=1 .* from=10.0.0.1 .*"), read().packets());
    assertEquals(count(ran, ".* n2 (arrival|departure) link=1 .*"), read().seen());
  }

  @Test
  void aFullFileIsWholeAndCountsWhatItLost() throws Exception {
    run(List.of(capture("proto=udp", new CaptureLimits(64, Long.MAX_VALUE, 3000))));
    PcapngCopy copy = read();
    assertTrue(copy.packets() > 5 && copy.lost() > 5, copy.packets() + " and " + copy.lost());
    assertTrue(Files.size(file) < 3500, "the counts alone come after the limit");
    assertEquals(64 * copy.packets(), copy.bytes());
  }

  @Test
  void theFirstPacketsAreKeptIfOnlySoManyAreWanted() throws Exception {
    run(List.of(capture("proto=udp", new CaptureLimits(2000, 3, 100_000))));
    assertEquals(3, read().packets());
    assertEquals(0, read().lost());
  }

  @Test
  void anInnerCaptureHasTheIpv4PacketsAloneAndCountsWhatItLeavesOut() throws Exception {
    topology =
        TestTopologies.load(folder, TestTopologies.ROW.replace("{rate:", "{keys: all, rate:"));
    Path inner = folder.resolve("captures/n2-n3-inner.pcapng");
    run(
        List.of(
            capture("", CaptureLimits.DEFAULT),
            capture("", CaptureLimits.DEFAULT, LinkType.IPV4, inner)));
    List<ByteBuffer> expected = new ArrayList<>();
    int messages = 0;
    for (ByteBuffer frame : packets(file)) {
      int header = frame.get(1) * 4; // docs/wire-format.md
      if ((frame.get(header + 9) & 0xFF) == 253) {
        messages++;
      } else {
        expected.add(frame.slice(header, frame.getShort(header + 2)));
      }
    }
    assertTrue(expected.size() >= 50 && messages > 5, expected.size() + " and " + messages);
    assertEquals(expected, packets(inner));
    assertEquals(messages, read(inner).leftOut());
    assertEquals(0, read(file).leftOut());
    ByteBuffer blocks = blocks(inner);
    int describing = blocks.getInt(4); // the first interface, behind the section's header
    assertEquals(101, blocks.getShort(describing + 8));
  }

  private static ByteBuffer blocks(Path file) throws Exception {
    return ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void ofAnInnerCaptureTheLimitsAreOfWhatItKeeps() throws Exception {
    run(List.of(capture("", new CaptureLimits(28, 3, 100_000), LinkType.IPV4, file)));
    assertEquals(3, read().packets());
    assertEquals(3 * 28, read().bytes());
  }
}
