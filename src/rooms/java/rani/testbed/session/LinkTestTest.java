// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Trying a link out, and what is said of what came of it. */
class LinkTestTest {
  private static final int FRAME_BYTES = 1540;
  private static final LinkProbe.Heard ALL = new LinkProbe.Heard(10, 3, 13, 400_000, "", "", 1500);
  private static final LinkProbe.Heard NOTHING = new LinkProbe.Heard(0, 0, 0, 0, "", "", 1500);

  private static LinkTest test(LinkProbe.Heard atA, LinkProbe.Heard atB) {
    return new LinkTest(
        "n1 -- n2",
        new LinkTest.End("lab1", "192.0.2.1", 40002, 40001, atA),
        new LinkTest.End("lab2", "192.0.2.2", 40004, 40003, atB),
        FRAME_BYTES);
  }

  @Test
  void bothEndsHearEachOther() throws Exception {
    InetAddress address = InetAddress.getLoopbackAddress();
    try (LinkProbe a = LinkProbe.bind(address, 0, 0);
        LinkProbe b = LinkProbe.bind(address, 0, 0)) {
      CompletableFuture<LinkProbe.Heard> atB =
          CompletableFuture.supplyAsync(() -> heard(b, a, address));
      LinkProbe.Heard atA = heard(a, b, address);

      // Datagrams may be lost even here; that all of them are is another matter.
      assertEquals(List.of(), test(atA, atB.join()).failures());
      assertTrue(atA.tripNanos() > 0, atA::toString);
    }
  }

  private static LinkProbe.Heard heard(LinkProbe own, LinkProbe other, InetAddress address) {
    try {
      return own.test(
          77,
          new InetSocketAddress(address, other.receivePort()),
          new InetSocketAddress(address, other.sendPort()),
          FRAME_BYTES);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoHearsNothingSaysSo() throws Exception {
    InetAddress address = InetAddress.getLoopbackAddress();
    try (LinkProbe a = LinkProbe.bind(address, 0, 0);
        DatagramSocket deaf = new DatagramSocket(0, address)) {
      LinkProbe.Heard heard =
          a.test(
              77,
              new InetSocketAddress(address, deaf.getLocalPort()),
              new InetSocketAddress(address, deaf.getLocalPort()),
              FRAME_BYTES);

      assertEquals(0, heard.shortHeard());
      assertEquals(0, heard.echoes());
    }
  }

  @Test
  void aWorkingLinkIsToldInALine() {
    assertEquals(List.of(), test(ALL, ALL).failures());
    assertEquals(
        "n1 -- n2: lab1 - lab2, round trip 0.40 ms; frames of 1540 bytes go in fragments; a"
            + " smaller `mtu` avoids that",
        test(ALL, ALL).inWords());
  }

  @Test
  void aWayThatIsClosedInOneDirectionNamesItBothAddressesAndAFirewall() {
    List<String> failures = test(ALL, NOTHING).failures();

    assertEquals(
        List.of(
            "link n1 -- n2, from lab1 (192.0.2.1 port 40002) to lab2 (192.0.2.2 port 40003): none"
                + " of 10 datagrams arrived, while the other way they do; likely a firewall at"
                + " lab2 that keeps UDP from coming in"),
        failures);
  }

  @Test
  void aWayThatIsClosedInBothDirectionsNamesBoth() {
    List<String> failures = test(NOTHING, NOTHING).failures();

    assertEquals(2, failures.size());
    assertTrue(failures.get(0).contains("from lab1 (192.0.2.1 port 40002)"), failures::toString);
    assertTrue(failures.get(1).contains("from lab2 (192.0.2.2 port 40004)"), failures::toString);
    assertTrue(failures.get(0).contains("nor do they the other way"), failures::toString);
  }

  @Test
  void longFramesThatDoNotPassNameTheMtu() {
    LinkProbe.Heard shortOnly = new LinkProbe.Heard(10, 0, 10, 400_000, "", "", 1500);

    String failure = test(ALL, shortOnly).failures().getFirst();

    assertTrue(failure.contains("those of 1540 bytes do not"), failure);
    assertTrue(failure.contains("a smaller `mtu` of the link helps"), failure);
  }

  @Test
  void addressesThatChangeOnTheWayNameNat() {
    LinkProbe.Heard changed =
        new LinkProbe.Heard(10, 3, 13, 400_000, "", "198.51.100.9 port 61000", 1500);

    String failure = test(ALL, changed).failures().getFirst();

    assertTrue(failure.contains("as if from 198.51.100.9 port 61000"), failure);
    assertTrue(failure.contains("NAT"), failure);
  }

  @Test
  void aHostThatCannotSendSaysWhy() {
    assertEquals(
        "lab1 cannot send them: no route to 192.0.2.2; is `address` of lab2 right? (Network is"
            + " unreachable)",
        cannotSend("Network is unreachable"));
    assertEquals(
        "lab1 cannot send them: no route from 192.0.2.1 to 192.0.2.2; they are not on one network,"
            + " so `address` of lab1 or lab2 is wrong (Invalid argument)",
        cannotSend("Invalid argument"));
    assertEquals(
        "lab1 cannot send them: a firewall of its own forbids it (Operation not permitted)",
        cannotSend("Operation not permitted"));
  }

  private static String cannotSend(String why) {
    LinkProbe.Heard unable = new LinkProbe.Heard(10, 3, 0, 0, why, "", 1500);
    String failure = test(unable, NOTHING).failures().getFirst();
    return failure.substring(failure.indexOf("; ") + 2);
  }
}
