// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.buffer.Unpooled;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import rani.nodehost.conversation.NodeEvent;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.Note;

class EventFeedTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final EventFeed feed = new EventFeed("n1");

  private static NodeEvent next(EventFeed.Follower follower) throws InterruptedException {
    NodeEvent event = follower.next(PATIENCE_NANOS);
    assertNotNull(event);
    return event;
  }

  @Test
  void eventsSayTheirNodeAndAreNumbered() throws InterruptedException {
    try (EventFeed.Follower follower = feed.follow()) {
      feed.link(5, new LinkId(2), true);
      feed.note(6, "lgc", "trigger", Note.of("p", 1));
      assertEquals(
          Map.of("id", 1L, "kind", "link", "node", "n1", "at-nanos", 5L, "link", 2, "state", "up"),
          next(follower).byKey());
      assertEquals(2L, next(follower).id());
    }
  }

  @Test
  void whoComesBackGetsWhatHasHappenedSince() throws InterruptedException {
    feed.follow().close();
    for (int i = 1; i <= 5; i++) {
      feed.note(i, "test", "event", Note.NOTHING);
    }
    try (EventFeed.Follower follower = feed.follow(3)) {
      assertEquals(4L, next(follower).id());
      assertEquals(5L, next(follower).id());
      feed.note(6, "test", "event", Note.NOTHING);
      assertEquals(6L, next(follower).id());
      assertNull(follower.next(0));
    }
  }

  @Test
  void whoComesBackTooLateIsToldHowMuchIsLost() throws InterruptedException {
    feed.follow().close();
    for (int i = 1; i <= EventFeed.HISTORY_MAX + 10; i++) {
      feed.note(i, "test", "event", Note.NOTHING);
    }
    try (EventFeed.Follower follower = feed.follow(4)) {
      assertEquals(Map.of("kind", "dropped", "node", "n1", "events", 6L), next(follower).byKey());
      assertEquals(11L, next(follower).id());
    }
  }

  @Test
  void dropsAreSummedUpByReason() throws InterruptedException {
    try (EventFeed.Follower follower = feed.follow()) {
      for (int i = 0; i < 1000; i++) {
        feed.drop(i, DropReason.QUEUE_FULL, null, Unpooled.EMPTY_BUFFER);
      }
      feed.drop(1000, DropReason.EXPIRED, new LinkId(0), Unpooled.EMPTY_BUFFER);
      NodeEvent event = next(follower);
      assertEquals("drops", event.kind());
      assertEquals(1000L, event.atNanos());
      assertEquals(Map.of("queue-full", 1000L, "expired", 1L), event.byKey().get("reasons"));
    }
  }

  @Test
  void whatNobodyFollowsIsNotKept() throws InterruptedException {
    feed.note(1, "test", "event", Note.NOTHING);
    feed.drop(1, DropReason.EXPIRED, null, Unpooled.EMPTY_BUFFER);
    try (EventFeed.Follower follower = feed.follow(0)) {
      assertNull(follower.next(0));
    }
  }
}
