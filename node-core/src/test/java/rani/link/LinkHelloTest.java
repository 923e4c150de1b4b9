// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.fixture.DueTimers;
import rani.fixture.TestLink;
import rani.wire.NodeMessage;
import rani.wire.ServiceMessage;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Timers;

/** Two ends, a and b, of one link whose directions a test can cut. */
class LinkHelloTest {
  private static final long DELAY = ms(10);

  private final List<String> log = new ArrayList<>();
  private final List<OnTheWire> wire = new ArrayList<>();
  private long now;
  private End a = new End("a", s(1));
  private End b = new End("b", s(1));

  private record OnTheWire(long dueNanos, String to, NodeMessage.LinkHello hello) {}

  private final class End implements NodeTrace, LinkHello.Sender, LinkHello.Watcher {
    private final String name;
    private final Timers timers = new Timers();
    private final LinkHello hello;
    private boolean sendsArrive = true;

    End(String name, long helloNanos) {
      this.name = name;
      LinkConfig config = TestLink.to(0, 1).hello(helloNanos).config();
      hello = new LinkHello(config, this, timers, this, this);
    }

    @Override
    public void send(long nowNanos, LinkId link, ServiceMessage message) {
      NodeMessage.LinkHello said = (NodeMessage.LinkHello) message;
      log(name + " says " + said.sequence() + (said.heard() ? " I hear you" : ""));
      if (sendsArrive) {
        wire.add(new OnTheWire(nowNanos + DELAY, name.equals("a") ? "b" : "a", said));
      }
    }

    @Override
    public void link(long nowNanos, LinkId link, boolean up) {
      log(name + (up ? " up" : " down"));
    }

    @Override
    public void turned(long nowNanos, LinkId link, boolean up) {}

    @Override
    public void mayHaveForgotten(long nowNanos, LinkId link) {
      log(name + " may be forgotten");
    }

    private void hears(int sequence, boolean heard) {
      hello.heard(now, new NodeMessage.LinkHello(sequence, heard, 1000));
    }
  }

  @Test
  void aNewLinkIsUpAfterOneAndAHalfRoundTrips() {
    b.hello.start(now); // b's first hello meets no one: a is not there yet
    wire.clear();
    now = ms(50);
    a.hello.start(now);
    runTo(ms(100));
    expect(
        "0ms b says 0",
        "50ms a says 0",
        "60ms b says 1 I hear you",
        "70ms a up",
        "70ms a says 1 I hear you",
        "80ms b up");
  }

  @Test
  void endsThatStartAtOnceAreUpAfterOneRoundTrip() {
    a.hello.start(now);
    b.hello.start(now);
    runTo(ms(100));
    expect(
        "0ms a says 0",
        "0ms b says 0",
        "10ms b says 1 I hear you",
        "10ms a says 1 I hear you",
        "20ms a up",
        "20ms b up");
  }

  @Test
  void nobodyThereIsLookedForFiveTimesASecond() {
    a.sendsArrive = false;
    a.hello.start(now);
    runTo(ms(799));
    expect("0ms a says 0", "200ms a says 1", "400ms a says 2", "600ms a says 3");
    assertFalse(a.hello.isUp());
  }

  @Test
  void aShortIntervalIsKeptWhileLooking() {
    a = new End("a", ms(50));
    a.sendsArrive = false;
    a.hello.start(now);
    runTo(ms(120));
    expect("0ms a says 0", "50ms a says 1", "100ms a says 2");
  }

  @Test
  void onceUpHellosGoAtTheirInterval() {
    bothUp();
    runTo(ms(3500));
    expect(
        "210ms a says 2 I hear you", // still at the interval of the search
        "210ms b says 2 I hear you",
        "1210ms a says 3 I hear you",
        "1210ms b says 3 I hear you",
        "2210ms a says 4 I hear you",
        "2210ms b says 4 I hear you",
        "3210ms a says 5 I hear you",
        "3210ms b says 5 I hear you");
  }

  @Test
  void threeMissesBringTheLinkDown() {
    bothUp();
    a.sendsArrive = false; // b heard a's second hello, at 20 ms
    runTo(s(20));
    assertEquals("3020ms b down", firstOf("b down"));
    assertFalse(b.hello.isUp());
  }

  @Test
  void ofTwoIntervalsTheShorterIsTheLinks() {
    a = new End("a", s(2));
    b = new End("b", ms(500));
    bothUp();
    runTo(ms(1800));
    expect(
        "210ms a says 2 I hear you",
        "210ms b says 2 I hear you",
        "710ms a says 3 I hear you", // sooner than a's file says, since b expects it
        "710ms b says 3 I hear you",
        "1210ms a says 4 I hear you",
        "1210ms b says 4 I hear you",
        "1710ms a says 5 I hear you",
        "1710ms b says 5 I hear you");
    a.sendsArrive = false; // b heard a at 1720 ms
    b.sendsArrive = false;
    runTo(s(20));
    assertEquals("3220ms b down", firstOf("b down"));
    assertEquals("3220ms a down", firstOf("a down"));
  }

  @Test
  void whenTheNeighbourIsGoneItsIntervalIs() {
    a = new End("a", ms(50));
    b = new End("b", ms(20));
    bothUp();
    b.sendsArrive = false;
    b.hello.stop();
    runTo(s(1));
    skip();
    runTo(ms(1100));
    long said = log.stream().filter(line -> line.contains("a says")).count();
    assertEquals(2, said, "one every 50 ms: " + log);
  }

  /** The attack: name an interval of a minute and fall silent; the link was up for three. */
  @Test
  void aNeighbourThatNamesALongIntervalIsMissedNoLater() {
    bothUp();
    a.hello.heard(now, new NodeMessage.LinkHello(2, true, 60_000)); // at 100 ms
    a.sendsArrive = false;
    b.sendsArrive = false;
    runTo(s(20));
    assertEquals("3100ms a down", firstOf("a down"));
  }

  /** No more than one answer in 10 ms, however many hellos do not hear. */
  @Test
  void aFloodOfHellosIsNotAnsweredByOne() {
    bothUp();
    for (int number = 0; number < 1000; number++) {
      now += 100_000;
      a.hears(number, false);
    }
    long answers = log.stream().filter(line -> line.contains("a says")).count();
    assertEquals(10, answers, "in a tenth of a second");
  }

  @Test
  void twoMissesDoNot() {
    bothUp();
    a.sendsArrive = false; // for the hellos of 210 ms and 1210 ms
    runTo(ms(1300));
    a.sendsArrive = true;
    runTo(s(10));
    assertTrue(b.hello.isUp());
    assertEquals("", firstOf("down"));
  }

  @Test
  void aLinkThatWorksOneWayIsNeverUp() {
    b.sendsArrive = false;
    a.hello.start(now);
    b.hello.start(now);
    runTo(s(30));
    assertEquals("", firstOf(" up"));
    assertFalse(a.hello.isUp());
    assertFalse(b.hello.isUp());
  }

  @Test
  void aLinkThatComesToWorkOneWayGoesDownAtBothEnds() {
    bothUp();
    b.sendsArrive = false; // a falls deaf and says so; b hears a all the time
    runTo(s(30));
    assertEquals("3020ms a down", firstOf("a down"));
    assertEquals("5220ms b down", firstOf("b down"), "3 s after a's last `I hear you`");
    assertFalse(b.hello.isUp());
  }

  @Test
  void aLinkThatWasDownComesUpAgain() {
    bothUp();
    a.sendsArrive = false;
    b.sendsArrive = false;
    runTo(s(5));
    assertFalse(a.hello.isUp());
    a.sendsArrive = true;
    b.sendsArrive = true;
    skip();
    runTo(ms(5500));
    assertTrue(a.hello.isUp());
    assertTrue(b.hello.isUp());
  }

  @Test
  void aNeighbourThatStartedAnewIsMetAgain() {
    bothUp();
    b.hello.stop();
    a.sendsArrive = false;
    runTo(ms(500));
    a.sendsArrive = true;
    skip();
    b = new End("b", s(1));
    b.hello.start(now);
    runTo(ms(600));
    expect(
        "500ms b says 0",
        "510ms a may be forgotten",
        "510ms a says 3 I hear you", // at once, since b does not hear it yet
        "520ms b up",
        "520ms b says 1 I hear you");
    assertTrue(a.hello.isUp(), "for a little silence was nothing");
  }

  @Test
  void helloCountsGoRoundAsInRfc1982() {
    bothUp();
    a.hears(Integer.MAX_VALUE, true);
    a.hears(Integer.MIN_VALUE, true); // the next
    a.hears(Integer.MIN_VALUE, true); // the same once more
    expect();
    a.hears(Integer.MAX_VALUE, true); // the one before
    expect("100ms a may be forgotten");
  }

  @Test
  void aNeighbourThatDoesNotHearAnyLongerMayHaveForgotten() {
    bothUp();
    a.hears(2, false);
    expect("100ms a may be forgotten", "100ms a says 2 I hear you");
    now += ms(10);
    a.hears(3, false);
    expect("110ms a says 3 I hear you"); // it was told
  }

  @Test
  void whoeverOversleptDoesNotBlameTheNeighbour() {
    bothUp();
    b.sendsArrive = false; // a heard b's second hello, at 20 ms
    b.hello.stop();
    now = s(10); // a was to wake at 210 ms
    int _ = DueTimers.fire(a.timers, now, 10);
    expect("10000ms a says 2 I hear you");
    runTo(s(20));
    assertEquals("12810ms a down", firstOf("a down"), "3020 ms and 9790 ms overslept");
  }

  @Test
  void whoeverStoppedSaysNothingMore() {
    bothUp();
    a.hello.stop();
    b.hello.stop();
    runTo(s(30));
    expect();
  }

  private void bothUp() {
    a.hello.start(now);
    b.hello.start(now);
    runTo(ms(100));
    assertTrue(a.hello.isUp());
    assertTrue(b.hello.isUp());
    skip();
  }

  private void runTo(long nanos) {
    while (true) {
      long next = Math.min(a.timers.nextDeadlineNanos(), b.timers.nextDeadlineNanos());
      OnTheWire first =
          wire.stream().min(Comparator.comparingLong(OnTheWire::dueNanos)).orElse(null);
      long due = first == null ? Timers.NEVER : first.dueNanos();
      if (Math.min(next, due) > nanos) {
        now = nanos;
        return;
      }
      now = Math.min(next, due);
      if (first != null && due <= next) {
        wire.remove(first);
        (first.to().equals("a") ? a : b).hello.heard(now, first.hello());
      } else {
        int _ = DueTimers.fire(a.timers, now, 10);
        int _ = DueTimers.fire(b.timers, now, 10);
      }
    }
  }

  private void log(String event) {
    log.add((now % 1_000_000 == 0 ? now / 1_000_000 + "ms " : now + "ns ") + event);
  }

  private void expect(String... events) {
    assertEquals(String.join("\n", events), String.join("\n", log));
    skip();
  }

  private void skip() {
    log.clear();
  }

  private String firstOf(String event) {
    return log.stream().filter(line -> line.endsWith(event)).findFirst().orElse("");
  }

  @Test
  void whoeverEndedIsDownAndSaysNothingMore() {
    bothUp();
    a.hello.end(now);
    expect("100ms a down");
    assertFalse(a.hello.isUp());
    assertEquals(Timers.NEVER, a.timers.nextDeadlineNanos());
    assertThrows(IllegalStateException.class, () -> a.hello.start(now));
  }
}
