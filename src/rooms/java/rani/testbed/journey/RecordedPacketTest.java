// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.topology.TopologyFile;
import rani.nodehost.journey.PacketEvent;
import rani.study.tracefile.TraceFiles;

/** Paths of packets from trace files, whose times are in the lines. */
class RecordedPacketTest {
  private static final long MS = 1_000_000;
  private static final String PACKET =
      " from=10.0.0.1 to=10.0.0.3 proto=17 id=7 len=1000 sport=5 dport=9";
  private static final String NETWORK =
      """
      topology: line
      defaults: {link: {delay: 5ms, rate: 1Mbit/s}}
      nodes:
        n1: {}
        n2: {queue: {placement: node, rate: 40packet/s, discipline: drop-tail, limit: 9packet}}
        n3: {}
      links: {n1 -- n2: {}, n2 -- n3: {}}
      """;

  @TempDir private Path folder;

  /** Reads the lines of a trace, {@code *} for the packet's fields. */
  private List<List<PacketPath>> paths(String lines) throws Exception {
    Path network = Files.writeString(folder.resolve("line.yaml"), NETWORK);
    Path trace = Files.writeString(folder.resolve("all.trace"), lines.replace(" *", PACKET));
    RecordedPacket packet = new RecordedPacket(TopologyFile.load(network), false);
    var _ = TraceFiles.merge(List.of(trace), node -> packet.at(node, told -> told));
    assertFalse(packet.isFull());
    return packet.paths();
  }

  @Test
  void aPacketIsFollowedWithTheTimeSpentInQueuesAndOnWires() throws Exception {
    PacketPath path =
        paths(
                """
                1.000000000 n1 origin *
                1.000000000 n1 verdict queue=link-0 verdict=enqueue queued=2 average=2.0 *
                1.020000000 n1 departure link=0 late=0 *
                1.025000000 n2 arrival link=0 *
                1.025000000 n2 verdict queue=node verdict=mark queued=1 average=0.25 *
                1.070000000 n2 verdict queue=link-1 verdict=enqueue queued=0 average=0.0 *
                1.080000000 n2 departure link=1 late=2000000 *
                1.090000000 n3 arrival link=0 *
                1.090000000 n3 delivery at=sink *
                """)
            .getFirst()
            .getFirst();

    assertEquals("delivered to sink at n3", path.fate().told());
    assertEquals(90 * MS, path.totalNanos());
    assertEquals(1000 * MS, path.beganNanos());
    assertEquals(List.of("n1", "n2", "n3"), path.hops().stream().map(Hop::node).toList());
    assertEquals(
        List.of(new Hop.QueueStay("link-0", "enqueue", 2, 2, 12 * MS, 8 * MS)),
        path.hops().getFirst().queues(),
        "8000 bit at 1 Mbit/s take 8 of the 20 ms");
    Hop second = path.hops().get(1);
    assertEquals(
        List.of(
            new Hop.QueueStay("node", "mark", 1, 0.25, 20 * MS, 25 * MS),
            new Hop.QueueStay("link-1", "enqueue", 0, 0, 0, 8 * MS)),
        second.queues());
    assertEquals(new Hop.Departure(80 * MS, 2 * MS, "n3", 10 * MS), second.departure());
    assertEquals(PacketEvent.NO_TTL, second.ttl(), "a trace's line has no TTL");
  }

  @Test
  void aRateIsTheOneThatTheLinkHadWhenThePacketCame() throws Exception {
    PacketPath path =
        paths(
                """
                0.500000000 n1 note service=node event=set-link by=schedule link=0 rate=2000000bit/s
                1.000000000 n1 origin *
                1.000000000 n1 verdict queue=link-0 verdict=enqueue queued=0 average=0.0 *
                1.004000000 n1 departure link=0 late=0 *
                1.009000000 n2 arrival link=0 *
                1.009000000 n2 drop reason=queue-full *
                2.000000000 n1 note service=node event=set-link by=schedule link=0 rate=1000bit/s
                """)
            .getFirst()
            .getFirst();

    assertEquals("dropped at n2: queue-full", path.fate().told());
    assertEquals(4 * MS, path.hops().getFirst().queues().getFirst().sendingNanos());
    assertEquals(0, path.hops().getFirst().queues().getFirst().waitedNanos());
  }

  @Test
  void aLinkThatCameLaterLeadsToItsNeighbour() throws Exception {
    PacketPath path =
        paths(
                """
                0.500000000 n1 note service=node event=add-link link=1 neighbour=10.0.0.3
                0.500000000 n3 note service=node event=add-link link=1 neighbour=10.0.0.1
                1.000000000 n1 origin *
                1.000000000 n1 departure link=1 late=0 *
                1.009000000 n3 arrival link=1 *
                1.009000000 n3 drop reason=no-listener *
                """)
            .getFirst()
            .getFirst();

    assertEquals(List.of("n1", "n3"), path.hops().stream().map(Hop::node).toList());
    assertEquals("came to n3, where nothing listens at its port", path.fate().told());
  }

  @Test
  void whatNeverCameIsLostAndACopyHasAPathOfItsOwn() throws Exception {
    List<PacketPath> paths =
        paths(
                """
                1.000000000 n1 origin *
                1.000000000 n1 departure link=0 late=0 *
                1.005000000 n2 arrival link=0 *
                1.006000000 n2 arrival link=0 *
                1.007000000 n2 departure link=1 late=0 *
                1.008000000 n2 drop reason=queue-full *
                """)
            .getFirst();

    assertEquals(
        List.of("left n2 for n3 and never came", "dropped at n2: queue-full"),
        paths.stream().map(path -> path.fate().told()).toList());
    assertEquals(List.of(0, 1), paths.stream().map(PacketPath::copy).toList());
    assertEquals(
        new Hop.Departure(7 * MS, 0, "n3", null), paths.getFirst().hops().getLast().departure());
  }

  @Test
  void aSourceThatBeginsAgainWithItsNumbersHasSentAnotherPacket() throws Exception {
    List<List<PacketPath>> paths =
        paths(
            """
            1.000000000 n1 origin *
            1.000000000 n1 drop reason=no-route *
            9.000000000 n1 origin *
            9.000000000 n1 delivery at=echo *
            """);

    assertEquals(
        List.of("dropped at n1: no-route", "delivered to echo at n1"),
        paths.stream().map(each -> each.getFirst().fate().told()).toList());
    assertEquals(9000 * MS, paths.getLast().getFirst().beganNanos());
  }

  @Test
  void aPacketWhoseOriginIsNotInTheTraceIsFollowedFromItsFirstArrival() throws Exception {
    PacketPath path =
        paths(
                """
                1.000000000 n2 arrival link=0 *
                1.010000000 n2 departure link=1 late=0 *
                1.015000000 n3 arrival link=0 *
                1.015000000 n3 delivery at=sink *
                """)
            .getFirst()
            .getFirst();

    assertEquals("n1", path.hops().getFirst().from());
    assertEquals(15 * MS, path.totalNanos());
  }
}
