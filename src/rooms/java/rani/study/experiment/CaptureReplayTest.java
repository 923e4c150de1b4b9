// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.model.capture.CaptureFilter;
import rani.model.capture.CaptureLimits;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.capture.FileCapture;
import rani.model.capture.LinkType;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.topology.LinkNumbers;
import rani.parts.RealPart;
import rani.study.capturefile.CaptureFile;
import rani.study.observe.RunTrace;
import rani.study.trial.Trial;
import rani.study.trial.VirtualTrial;

/** Captures that a flow replays, against what tshark reads in the same files. */
class CaptureReplayTest {
  private static final String REPLAY =
      """
      experiment: replayed
      title: A capture
      topology: {topology: t, nodes: {n1: {}, n2: {}}, links: {n1 -- n2: {delay: 1ms}}}
      run: {until: traffic-done, linger: 1s, max: 100s}
      traffic: [{from: n1, to: n2, kind: replay, file: %s}]
      """;

  private static final int ETHERNET = 1;

  @TempDir private Path folder;

  private Experiment load(String fileAndKeys) throws IOException, FileError {
    Path file = folder.resolve("replayed.yaml");
    Files.writeString(file, REPLAY.formatted(fileAndKeys));
    return SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
  }

  private static List<String> texts(Experiment experiment, String key) {
    LocatedValue value = experiment.traffic().getFirst().options().get(key).orElseThrow();
    List<LocatedValue> all = value instanceof LocatedList list ? list.values() : List.of(value);
    return all.stream().map(one -> ((LocatedScalar) one).text()).toList();
  }

  /** Returns the arrivals, `SECONDS BYTES`. */
  private List<String> arrivals(String fileAndKeys) throws IOException, FileError {
    return texts(load(fileAndKeys), "arrivals");
  }

  private List<String> tool(String... command) throws Exception {
    RealPart.program(command[0]);
    Process process = new ProcessBuilder(command).directory(folder.toFile()).start();
    List<String> lines;
    try (var out = process.inputReader(StandardCharsets.US_ASCII)) {
      lines = out.lines().toList();
    }
    assertEquals(0, process.waitFor(), String.join(" ", command));
    return lines;
  }

  /** What tshark reads: times since the first IPv4 packet, total lengths of 36 B at least. */
  private List<String> byTshark(String file, String filter) throws Exception {
    List<BigDecimal[]> packets = new ArrayList<>();
    List<String> lines =
        tool(
            "tshark",
            "-r",
            file,
            "-Y",
            "ip" + filter,
            "-T",
            "fields",
            "-E",
            "occurrence=f",
            "-e",
            "frame.time_epoch",
            "-e",
            "ip.len");
    for (String line : lines) {
      String[] words = line.split("\t");
      packets.add(new BigDecimal[] {new BigDecimal(words[0]), new BigDecimal(words[1])});
    }
    packets.sort((one, other) -> one[0].compareTo(other[0]));
    return packets.stream()
        .map(
            packet -> {
              BigDecimal at = packet[0].subtract(packets.getFirst()[0]);
              String seconds = at.stripTrailingZeros().toPlainString();
              return seconds + " " + Math.max(36, packet[1].intValueExact());
            })
        .toList();
  }

  /** A UDP, TCP or other IPv4 packet with an Ethernet header, and VLAN tags before the type. */
  private static byte[] ethernet(Random random, int ipBytes, int tags, boolean isIp) {
    ByteBuffer frame = ByteBuffer.allocate(14 + 4 * tags + ipBytes);
    frame.putLong(0x0200_0000_0001_0200L).putInt(2);
    for (int tag = 0; tag < tags; tag++) {
      frame.putShort((short) (tag + 1 < tags ? 0x88A8 : 0x8100)).putShort((short) (tag + 1));
    }
    frame.putShort((short) (isIp ? 0x0800 : 0x0806));
    int protocol = new int[] {6, 17, 47}[random.nextInt(3)];
    frame.put((byte) 0x45).put((byte) 0).putShort((short) ipBytes).putInt(0);
    frame.put((byte) 64).put((byte) protocol).putShort((short) 0);
    frame.putInt(0x0A000001 + random.nextInt(3)).putInt(0x0A000101 + random.nextInt(3));
    if (frame.remaining() >= 4) {
      frame.putShort((short) (1000 + random.nextInt(3))).putShort((short) 443);
    }
    return frame.array();
  }

  private record Frame(long nanos, byte[] bytes) {}

  private static List<Frame> frames(long seed, int count) {
    Random random = new Random(seed);
    List<Frame> frames = new ArrayList<>();
    long nanos = 1_700_000_000_123_456_789L;
    for (int k = 0; k < count; k++) {
      nanos += random.nextInt(20_000_000);
      int bytes = 24 + random.nextInt(1477);
      frames.add(
          new Frame(nanos, ethernet(random, bytes, random.nextInt(3), random.nextInt(9) > 0)));
    }
    return frames;
  }

  /** Writes the format of draft-ietf-opsawg-pcap. */
  private static byte[] pcap(List<Frame> frames, ByteOrder order, boolean isNanos, int snap) {
    int size = 24 + frames.stream().mapToInt(frame -> 16 + frame.bytes.length).sum();
    ByteBuffer file = ByteBuffer.allocate(size).order(order);
    file.putInt(isNanos ? 0xA1B23C4D : 0xA1B2C3D4).putShort((short) 2).putShort((short) 4);
    file.putInt(0).putInt(0).putInt(snap).putInt(ETHERNET);
    for (Frame frame : frames) {
      int captured = Math.min(snap, frame.bytes.length);
      file.putInt((int) (frame.nanos / 1_000_000_000));
      file.putInt((int) (frame.nanos % 1_000_000_000 / (isNanos ? 1 : 1000)));
      file.putInt(captured).putInt(frame.bytes.length).put(frame.bytes, 0, captured);
    }
    return Arrays.copyOf(file.array(), file.position());
  }

  private void write(String name, byte[] bytes) throws IOException {
    Files.write(folder.resolve(name), bytes);
  }

  @ParameterizedTest
  @CsvSource({"true, true, 65535", "true, false, 96", "false, true, 60", "false, false, 2000"})
  void pcapIsReadInBothOrdersAndResolutionsWhateverWasCapturedOfAPacket(
      boolean isBig, boolean isNanos, int snap) throws Exception {
    ByteOrder order = isBig ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    write("a.pcap", pcap(frames(1, 200), order, isNanos, snap));

    List<String> read = arrivals("a.pcap");
    assertTrue(read.size() > 100 && read.size() < 200, () -> read.size() + " packets");
    assertEquals(byTshark("a.pcap", ""), read);
  }

  @Test
  void pcapngOfEditcapAndMergecapIsReadToo() throws Exception {
    write("a.pcap", pcap(frames(2, 150), ByteOrder.LITTLE_ENDIAN, true, 65535));
    write("b.pcap", pcap(frames(3, 150), ByteOrder.BIG_ENDIAN, false, 65535));
    tool("editcap", "-F", "pcapng", "a.pcap", "a.pcapng");
    tool("mergecap", "-F", "pcapng", "-w", "both.pcapng", "a.pcap", "b.pcap");
    tool("mergecap", "-a", "-F", "pcapng", "-w", "c.pcapng", "b.pcap", "a.pcap");

    for (String file : List.of("a.pcapng", "both.pcapng", "c.pcapng")) {
      assertEquals(byTshark(file, ""), arrivals(file), file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ether", "rawip", "sll", "sll2", "ipv4"})
  void linkTypesOfText2pcapAreRead(String linkType) throws Exception {
    // 40 B of IPv4 at 0.25 s and 1.5 s behind the head of the link type, by its specification
    String ip =
        "45 00 00 28 00 00 00 00 40 06 00 00 0a 00 00 01 0a 00 00 02 00 50 1f 90"
            + " 00".repeat(16);
    String head =
        switch (linkType) {
          case "ether" -> "02 00 00 00 00 01 02 00 00 00 00 02 08 00 ";
          case "sll" -> "00 00 00 01 00 06 02 00 00 00 00 01 00 00 08 00 ";
          case "sll2" -> "08 00 00 00 00 00 00 01 00 01 00 06 02 00 00 00 00 01 00 00 ";
          default -> "";
        };
    int number =
        switch (linkType) {
          case "ether" -> 1;
          case "sll" -> 113;
          case "sll2" -> 276;
          case "ipv4" -> 228;
          default -> 101;
        };
    Files.writeString(
        folder.resolve("hex.txt"),
        "10:00:00.250000000\n000000 %s%s\n\n10:00:01.500000000\n000000 %s%s\n"
            .formatted(head, ip, head, ip));
    tool(
        "text2pcap",
        "-q",
        "-t",
        "%H:%M:%S.%f",
        "-l",
        Integer.toString(number),
        "hex.txt",
        "hex.pcapng");

    assertEquals(List.of("0 40", "1.25 40"), arrivals("hex.pcapng"));
    if (!linkType.equals("sll2")) { // older ones than 4.0 do not know it
      assertEquals(byTshark("hex.pcapng", ""), arrivals("hex.pcapng"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "from=10.0.0.1 | && ip.src==10.0.0.1",
        "from=10.0.0.1 to=10.0.1.2 proto=udp | && ip.src==10.0.0.1 && ip.dst==10.0.1.2 && udp",
        "with=10.0.1.0/31 | && ip.addr==10.0.1.0/31",
        "proto=tcp,udp port=1001 | && (tcp.port==1001 or udp.port==1001)",
        "proto=udp sport=1000,1002 | && udp.srcport in {1000, 1002}",
        "proto=tcp dport=443 | && tcp.dstport==443",
        "proto!=47 | && ip.proto!=47",
      })
  void aFilterTakesWhatTsharksTakes(String filter, String display) throws Exception {
    write("a.pcap", pcap(frames(4, 300), ByteOrder.LITTLE_ENDIAN, false, 65535));

    List<String> read = arrivals("a.pcap, filter: \"" + filter + "\"");
    assertTrue(read.size() > 3, () -> read.size() + " packets");
    assertEquals(byTshark("a.pcap", " " + display), read);
  }

  @Test
  void aPartIsReplayedAtAnotherSpeed() throws Exception {
    List<Frame> frames = new ArrayList<>();
    for (int k = 0; k < 10; k++) {
      frames.add(new Frame(1_000_000_000L * (100 + k), ethernet(new Random(k), 100 + k, 0, true)));
    }
    write("a.pcap", pcap(frames, ByteOrder.LITTLE_ENDIAN, true, 65535));

    assertEquals(
        List.of("0 103", "0.5 104", "1 105"), arrivals("a.pcap, skip: 3s, take: 3s, speed: 2"));
    assertEquals(List.of("0.5 109"), arrivals("a.pcap, skip: 8.5s"));
    assertEquals(
        List.of(
            "1 of 10 packets of a.pcap: 0 not IP, 0 filtered, 9 outside the part, 0 raised to"
                + " 36 B"),
        texts(load("a.pcap, skip: 8.5s"), "recorded"));
  }

  @Test
  void theReplayComesOutAsItWentInAndOnceMore() throws Exception {
    write("a.pcap", pcap(frames(5, 100), ByteOrder.LITTLE_ENDIAN, false, 65535));
    List<String> expected = byTshark("a.pcap", "");
    BigDecimal last = new BigDecimal(expected.getLast().split(" ")[0]);

    Experiment read = load("a.pcap, loop: 5s, duration: 7s");
    Trial trial = VirtualTrial.run(read, 1, Optional.empty(), "none");
    long again =
        expected.stream()
            .filter(one -> new BigDecimal(one.split(" ")[0]).compareTo(BigDecimal.TWO) < 0)
            .count();
    assertTrue(last.compareTo(BigDecimal.TWO) < 0 || again < expected.size());
    assertEquals((double) expected.size() + again, trial.metrics().get("delivered.n1"));

    Files.delete(folder.resolve("a.pcap"));
    Path copy = folder.resolve("again.yaml");
    Files.writeString(copy, ExperimentText.print(read));
    Experiment repeated = SweepFile.load(copy, List.of(), List.of()).variant(0).experiment();
    assertEquals(
        trial.metrics(), VirtualTrial.run(repeated, 1, Optional.empty(), "none").metrics());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatRaniItselfHasCapturedIsReplayed(boolean isInner) throws Exception {
    Files.writeString(
        folder.resolve("sent.yaml"),
        """
        experiment: sent
        title: Three packets
        topology: {topology: t, nodes: {n1: {}, n2: {}}, links: {n1 -- n2: {delay: 1ms}}}
        run: {until: traffic-done, linger: 1s, max: 10s}
        traffic: [{from: n1, to: n2, kind: replay, arrivals: [0.5 1000, 0.75 36, 2 700]}]
        """);
    Experiment sent =
        SweepFile.load(folder.resolve("sent.yaml"), List.of(), List.of()).variant(0).experiment();
    FileCapture capture =
        new FileCapture(
            new CapturePlan(
                CapturedEnd.of("n2", sent.network(), LinkNumbers.of(sent.network())),
                CaptureFilter.ALL,
                new CaptureLimits(100, Long.MAX_VALUE, CaptureLimits.BYTES_MAX),
                LinkType.of(isInner)),
            folder.resolve("n2.pcapng"));
    Trial _ = VirtualTrial.run(sent, 1, Optional.empty(), List.of(capture), RunTrace.NONE, "none");

    assertEquals(
        List.of("0 1000", "0.25 36", "1.5 700"),
        arrivals("n2.pcapng, filter: proto=udp dport=7000"));
  }

  @Test
  void aCaptureThatIsCutOffIsReadUpToThere() throws Exception {
    byte[] whole = pcap(frames(6, 50), ByteOrder.BIG_ENDIAN, false, 65535);
    write("a.pcap", whole);
    List<String> all = arrivals("a.pcap");
    write("cut.pcap", Arrays.copyOf(whole, whole.length - 3));

    Experiment cut = load("cut.pcap");
    List<String> read = texts(cut, "arrivals");
    assertEquals(all.subList(0, read.size()), read);
    assertTrue(read.size() >= all.size() - 1);
    String held = texts(cut, "recorded").getFirst();
    assertTrue(held.endsWith("; the file is cut off or damaged behind them"), held);
  }

  @Test
  void damagedFilesNeverDoMoreThanEndEarly() throws Exception {
    ByteArrayOutputStream simple = new ByteArrayOutputStream();
    ByteBuffer blocks = ByteBuffer.allocate(28 + 20 + 16 + 40).order(ByteOrder.LITTLE_ENDIAN);
    blocks.putInt(0x0A0D0D0A).putInt(28).putInt(0x1A2B3C4D).putInt(1).putLong(-1).putInt(28);
    blocks.putInt(1).putInt(20).putShort((short) 228).putShort((short) 0).putInt(0).putInt(20);
    blocks.putInt(3).putInt(16 + 40).putInt(40);
    blocks.put((byte) 0x45).put((byte) 0).order(ByteOrder.BIG_ENDIAN).putShort((short) 40);
    blocks.put(new byte[36]).order(ByteOrder.LITTLE_ENDIAN).putInt(16 + 40);
    simple.write(blocks.array());
    CaptureFile.Contents held = CaptureFile.read(simple.toByteArray(), "").orElseThrow();
    assertEquals(List.of(new CaptureFile.Packet(0, 40)), held.taken(), "a simple packet block");

    List<byte[]> files =
        Stream.of(
                pcap(frames(7, 20), ByteOrder.BIG_ENDIAN, true, 100),
                pcap(frames(8, 20), ByteOrder.LITTLE_ENDIAN, false, 100),
                simple.toByteArray(),
                Files.readAllBytes(someOfEditcap()))
            .toList();
    Random random = new Random(1993);
    for (int tried = 0; tried < 20_000; tried++) {
      byte[] file = files.get(tried % files.size()).clone();
      for (int changes = random.nextInt(8); changes >= 0; changes--) {
        int at = 4 + random.nextInt(file.length - 4);
        file[at] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt(256));
      }
      byte[] shorter = Arrays.copyOf(file, 4 + random.nextInt(file.length - 3));
      CaptureFile.Contents contents = CaptureFile.read(shorter, "port=443").orElseThrow();
      assertTrue(contents.packets() <= shorter.length / 16);
      long before = 0;
      for (CaptureFile.Packet packet : contents.taken()) {
        assertTrue(packet.atNanos() >= before);
        before = packet.atNanos();
      }
    }
  }

  private Path someOfEditcap() throws Exception {
    write("some.pcap", pcap(frames(9, 20), ByteOrder.LITTLE_ENDIAN, true, 65535));
    tool("editcap", "-F", "pcapng", "some.pcap", "some.pcapng");
    return folder.resolve("some.pcapng");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.pcap, filter: host=1.2.3.4 | `host=1.2.3.4` is no condition",
        "a.pcap, filter: from=n1 | `n1` is no address",
        "a.pcap, filter: port=70000 | is no port, and no number of 0…65535",
        "a.pcap, filter: from=10.9.9.9 | there are no arrivals in it",
        "a.pcap, speed: 0 | `speed` is 0.001 to 1000",
        "a.pcap, skip: 10 | ",
        "a.pcap, loop: 1ms | `loop` is later than the last arrival",
        "list.txt, filter: port=1 | a filter is of a capture",
        "a.pcap, arrivals: [0 100] | either `file` or `arrivals`",
      })
  void whatCannotBeReplayedIsAnErrorOfTheFile(String keys, String why) throws Exception {
    write("a.pcap", pcap(frames(10, 20), ByteOrder.LITTLE_ENDIAN, false, 65535));
    Files.writeString(folder.resolve("list.txt"), "0 100\n");

    FileError error = assertThrows(FileError.class, () -> load(keys));
    String told = error.problems().getFirst().toString();
    assertTrue(told.contains(Objects.requireNonNullElse(why, "")), told);
    assertTrue(told.toLowerCase(Locale.ROOT).length() < 500, told);
  }
}
