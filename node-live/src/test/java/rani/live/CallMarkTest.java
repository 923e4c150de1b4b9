// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallMarkTest {
  @Test
  void whoIsCalledIsSeenAsLongAsTheCallLasts() throws Exception {
    CallMark mark = new CallMark(null);
    assertEquals(0, mark.look());

    mark.begin(1, "lgc");
    long outer = mark.look();
    assertEquals("lgc", mark.service(outer));
    mark.begin(2, "active-filter");
    assertEquals("active-filter", mark.service(mark.look()));
    assertEquals("active-filter", mark.service());

    assertEquals(0, mark.end());
    assertEquals(outer, mark.look(), "the outer call goes on");
    assertEquals("lgc", mark.service());
    assertEquals(0, mark.end());
    assertEquals(0, mark.look());
    assertEquals("", mark.service());
  }

  @Test
  void twoCallsOfOneServiceAreTwo() throws Exception {
    CallMark mark = new CallMark(null);
    mark.begin(1, "lgc");
    long first = mark.look();
    mark.end();
    mark.begin(1, "lgc");
    assertNotEquals(first, mark.look());
  }

  @Test
  void aCallThatWasReportedTellsHowLongItTook() throws Exception {
    CallMark mark = new CallMark(null);
    mark.begin(1, "lgc");
    mark.report(mark.look(), System.nanoTime() - 700_000_000);
    assertTrue(mark.end() >= 700_000_000);
    assertTrue(mark.longestNanos().getOrDefault("lgc", 0L) >= 700_000_000);

    mark.begin(1, "lgc");
    assertEquals(0, mark.end(), "the next call is another one");
  }

  @Test
  void aReportOfACallThatIsOverIsAboutNoOther() throws Exception {
    CallMark mark = new CallMark(null);
    mark.begin(1, "lgc");
    long over = mark.look();
    mark.end();
    mark.begin(2, "echo");
    mark.report(over, System.nanoTime());
    assertEquals(0, mark.end());
  }

  @Test
  void whatIsInTheFileIsLastCallsToRead(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("n1.call");
    CallMark mark = new CallMark(file);
    assertEquals(CallMark.PAGE_BYTES, Files.size(file));
    assertTrue(LastCall.of(file).isEmpty(), "no call");

    for (int number = 1; number < 3000; number++) {
      mark.begin(number, "service-" + number); // more names than the page has room for
      mark.end();
    }
    mark.begin(2, "service-2");
    assertEquals("service-2", LastCall.of(file).orElseThrow());
    mark.begin(3, "service-3");
    assertEquals("service-3", LastCall.of(file).orElseThrow());
    mark.abandon();
    assertTrue(LastCall.of(file).isEmpty());
  }
}
