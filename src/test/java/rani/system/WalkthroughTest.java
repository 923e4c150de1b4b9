// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rani.parts.RealPart;

/** Does what {@code docs/tutorials/walkthrough.md} shows beside Mininet's walkthrough. */
class WalkthroughTest extends InWorkplace {
  private static final List<String> PROGRAMS =
      List.of("unshare", "nsenter", "setpriv", "ping", "ip", "python3", "curl", "iperf3", "stdbuf");

  @AfterEach
  void endNetworks() {
    place.down();
  }

  @Test
  void theWalkthroughGoesAsItIsToldWithNoRoot() throws IOException {
    PROGRAMS.forEach(RealPart::program);
    place.take("config/topologies/linear-3.yaml");
    List<String> user = OrdinaryUser.in(temporary);
    new TypedPage(place, "docs/tutorials/walkthrough.md", user).type(25);
    assertEquals(List.of(), place.processes());
  }
}
