// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.ground.LabFailure;
import rani.model.topology.TopologyLink;
import rani.tools.console.FakeTestbed;

/** Links by the names that people read and write, where two of them join the same nodes. */
class LinkNamesTest {
  private FakeTestbed testbed;
  private List<TopologyLink> links;

  @BeforeEach
  void start() throws Exception {
    testbed =
        new FakeTestbed(
            """
            topology: twice
            nodes:
              n1: {virtual-address: 10.0.0.1}
              n-2: {virtual-address: 10.0.0.2}
            links:
              n1 -- n-2: {}
              "n1 -- n-2 #2": {}
            """);
    links = testbed.topology().links();
    SequencedMap<String, Object> shown = new LinkedHashMap<>();
    shown.put("link-0", Map.of("neighbour", "10.0.0.2", "rate", "1Mbit/s"));
    shown.put("link-1", Map.of("neighbour", "10.0.0.2", "rate", "2Mbit/s"));
    shown.put("link-2", Map.of("neighbour", "10.0.0.9"));
    testbed.shows("n1", "/links", shown);
  }

  private LinkSelector find(String written) {
    LinkSelector way = LinkSelector.find(links, written);
    assertNotNull(way, written);
    return way;
  }

  @Test
  void aSecondLinkToTheSameNeighbourHasItsNumber() throws Exception {
    SequencedMap<String, String> names = new LinkNames(testbed).of("n1");

    assertEquals("n1->n-2", names.get("link-0"));
    assertEquals("n1->n-2#2", names.get("link-1"));
    assertEquals("n1->10.0.0.9", names.get("link-2"), "no node has this address");
  }

  @Test
  void theFactsOfADirectionAreThoseOfItsOwnLinkAndCostOneQuestion() throws Exception {
    LinkNames names = new LinkNames(testbed);

    assertEquals("2Mbit/s", names.facts(find("n1->n-2#2"), "n1").find("rate"));
    assertEquals(List.of("n1 /links"), testbed.asked);
    testbed.shows("n1", "/links", new LinkedHashMap<>());
    assertThrows(LabFailure.class, () -> names.facts(find("n1->n-2"), "n1"));
  }

  @Test
  void aQueueIsCalledAsItsNodeOrItsDirection() throws Exception {
    SequencedMap<String, String> names = new LinkNames(testbed).of("n1");

    assertEquals("n1", LinkNames.ofQueue("n1", "node", names));
    assertEquals("n1->n-2#2", LinkNames.ofQueue("n1", "link-1", names));
    assertEquals("link-7", LinkNames.ofQueue("n1", "link-7", names));
    assertEquals("n-2#2", LinkNames.neighbour("n1->n-2#2"));
  }

  @Test
  void aHyphenIsBothDirectionsAndAnArrowIsOne() {
    assertEquals(List.of("n1", "n-2"), find("n1-n-2").senders());
    assertEquals(find("n1-n-2"), find("n-2 -- n1"));
    assertEquals(List.of("n-2"), find("N-2 -> n1").senders());
    assertEquals(2, find("n-2->n1#2").link().ordinal());
    assertNull(LinkSelector.find(links, "n1-n3"));
  }

  @Test
  void schedulesWriteWaysOfTheirOwn() {
    assertEquals("n1 -- n-2", find("n-2-n1").text());
    assertEquals("n-2 -> n1 #2", find("n-2->n1#2").text());
    assertEquals("n1 -> n-2", find("n1-n-2").from("n1").text());
    assertEquals(List.of("n1-n-2", "n1-n-2#2"), LinkSelector.spellings(links));
  }
}
