// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.TestLink;
import rani.fixture.TestService;
import rani.link.LinkConfig;
import rani.service.NoOptions;
import rani.world.LinkId;

class NodeConfigTest {
  private static LinkConfig link(int number, int mtuBytes, long helloNanos) {
    return TestLink.to(number, 1).mtuBytes(mtuBytes).hello(helloNanos).config();
  }

  private static NodeConfig node(List<LinkConfig> links, int services) {
    NodeConfig.MenuEntry entry =
        new NodeConfig.MenuEntry(new TestService(1, "one"), NoOptions.INSTANCE);
    return new NodeConfig("n", 1, links, null, List.of(), Collections.nCopies(services, entry));
  }

  @ParameterizedTest
  @CsvSource({"67, 1000000000", "65536, 1000000000", "1500, 9999999", "1500, 60000000001"})
  void aLinkOutsideItsLimitsIsRefused(int mtuBytes, long helloNanos) {
    assertThrows(IllegalArgumentException.class, () -> link(0, mtuBytes, helloNanos));
  }

  @ParameterizedTest
  @CsvSource({"-1", "65536"})
  void aLinkNumberMustFitTheHeader(int number) {
    assertThrows(IllegalArgumentException.class, () -> new LinkId(number));
  }

  @Test
  void linksAreNumberedInOrder() {
    List<LinkConfig> links = List.of(link(0, 1500, 1_000_000_000), link(2, 1500, 1_000_000_000));
    assertThrows(IllegalArgumentException.class, () -> node(links, 0));
  }

  @Test
  void linksAndServicesAreBounded() {
    List<LinkConfig> links = new ArrayList<>();
    for (int number = 0; number < NodeConfig.LINKS_MAX; number++) {
      links.add(link(number, 1500, 1_000_000_000));
    }
    assertEquals(NodeConfig.LINKS_MAX, node(links, NodeConfig.SERVICES_MAX).links().size());
    assertThrows(IllegalArgumentException.class, () -> node(links, NodeConfig.SERVICES_MAX + 1));
    links.add(link(NodeConfig.LINKS_MAX, 1500, 1_000_000_000));
    assertThrows(IllegalArgumentException.class, () -> node(links, 0));
  }
}
