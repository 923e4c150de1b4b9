// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import rani.tools.console.FakeTestbed;

class NodeNamesTest {
  private static NodeNames names() throws Exception {
    return new NodeNames(
        new FakeTestbed(
            """
            topology: names
            nodes: {alpha: {virtual-address: 10.7.0.1}, Beta: {}, beta: {}}
            links: {alpha -- Beta: {}, alpha -- beta: {}}
            """));
  }

  @Test
  void lettersMayBeLargeOrSmall() throws Exception {
    assertEquals("alpha", names().find("ALPHA"));
    assertNull(names().find("alp"));
  }

  @Test
  void ofTwoThatDifferInThatAloneOnlyTheExactOneIsMeant() throws Exception {
    assertEquals("beta", names().find("beta"));
    assertEquals("Beta", names().find("Beta"));
    assertNull(names().find("BETA"));
  }

  @Test
  void aVirtualAddressNamesItsNode() throws Exception {
    assertEquals("alpha", names().find("10.7.0.1"));
    assertEquals("alpha", names().byAddress().get("10.7.0.1"));
  }
}
