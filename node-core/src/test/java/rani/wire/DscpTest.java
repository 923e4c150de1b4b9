// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.Packet;
import rani.service.FrameView;

class DscpTest {
  @ParameterizedTest
  @CsvSource({ // RFC 2597 §6, RFC 3246 §2.7, RFC 2474 §4.2.2.2
    "af11, 10, 0",
    "af12, 12, 1",
    "af13, 14, 2",
    "af21, 18, 0",
    "af22, 20, 1",
    "af23, 22, 2",
    "af31, 26, 0",
    "af32, 28, 1",
    "af33, 30, 2",
    "af41, 34, 0",
    "af42, 36, 1",
    "af43, 38, 2",
    "ef, 46, 0",
    "cs6, 48, 0",
    "be, 0, 2",
    "cs1, 8, 2",
    "cs7, 56, 2"
  })
  void namesNumbersAndPrecedencesAreThoseOfTheRfcs(String name, int dscp, int precedence) {
    assertEquals(dscp, Dscp.ofName(name));
    assertEquals(name.equals("be") ? "cs0" : name, Dscp.name(dscp));
    assertEquals(name.startsWith("af"), Dscp.isAssured(dscp));
    assertEquals(precedence, Dscp.precedence(dscp));
  }

  @Test
  void twelveCodePointsAreAssured() {
    int assured = 0;
    for (int dscp = 0; dscp <= Dscp.MAX; dscp++) {
      assured += Dscp.isAssured(dscp) ? 1 : 0;
      assertEquals(Dscp.isAssured(dscp), Dscp.name(dscp).startsWith("af"), "of " + dscp);
    }
    assertEquals(12, assured);
    assertEquals(38, Dscp.assured(4, 2));
  }

  @Test
  void aNameThatIsNoneIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Dscp.ofName("af14"));
  }

  @Test
  void aPacketIsMarkedOnItsWayButNeverMadeControl() {
    FrameView view = new FrameView();
    var frame = Packet.datagram().ecn(2).frame();
    view.wrap(frame, null).mark(Dscp.assured(1, 1));
    assertEquals(12, view.dscp());
    assertEquals(2, view.ecn());
    assertTrue(Ipv4Header.checksumHolds(frame, Frame.ipv4(frame)));
    assertThrows(IllegalArgumentException.class, () -> view.mark(Ipv4Header.DSCP_CONTROL));
    assertThrows(IllegalArgumentException.class, () -> view.mark(64));
    view.unwrap();
    frame.release();

    var control = Packet.datagram().control().frame();
    view.wrap(control, null);
    assertThrows(IllegalArgumentException.class, () -> view.mark(Dscp.EXPEDITED));
    assertFalse(Dscp.isAssured(view.dscp()));
    control.release();
  }
}
