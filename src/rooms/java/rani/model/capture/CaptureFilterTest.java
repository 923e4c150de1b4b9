// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.model.file.UnitError;
import rani.model.topology.Topology;
import rani.nodehost.capture.SampleFrames;

class CaptureFilterTest {
  private static final Topology NETWORK = SampleFrames.network();

  private static boolean takes(String filter, String hex) throws UnitError {
    ByteBuf frame = Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex.replaceAll("\\s", "")));
    return CaptureFilter.parse(filter, NETWORK).takes(Direction.IN, frame);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "from=n1",
        "from=10.0.0.1",
        "to=n8 from=n2,n1",
        "from!=n2",
        "with=n8",
        "proto=udp",
        "proto=17",
        "proto!=rdp,control",
        "port=5001",
        "port=7",
        "id=1",
        "passive",
        "in",
        "from=n1 to=n8 proto=udp port=7 passive in"
      })
  void theDatagramMeetsTheseConditions(String filter) throws UnitError {
    assertTrue(takes(filter, SampleFrames.DATAGRAM));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from=n2",
        "to=n1",
        "with=n2",
        "proto=rdp",
        "port=8",
        "id=2",
        "active",
        "out",
        "service=node",
        "malformed",
        "from=n1 to=n1"
      })
  void andNotThese(String filter) throws UnitError {
    assertFalse(takes(filter, SampleFrames.DATAGRAM));
  }

  @Test
  void anActivePacketIsKnownByItsService() throws UnitError {
    assertTrue(takes("service=active-filter", SampleFrames.ACTIVE_FILTER));
    assertTrue(takes("service=2 active proto=control", SampleFrames.ACTIVE_FILTER));
    assertFalse(takes("service=lgc", SampleFrames.ACTIVE_FILTER));
    assertTrue(takes("service!=lgc", SampleFrames.ACTIVE_FILTER));
  }

  @Test
  void whatIsNoFrameMeetsNoConditionAboutFields() throws UnitError {
    String broken = "20" + SampleFrames.DATAGRAM.substring(2);
    assertTrue(takes("malformed", broken));
    assertTrue(takes("", broken));
    assertTrue(takes("in", broken));
    assertFalse(takes("from=n1", broken));
    assertFalse(takes("from!=n1", broken));
    assertFalse(takes("passive", broken));
    assertFalse(takes("in proto=udp", "10"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          form=n1        | there is nothing called `form` in a packet | did you mean `from`?
          from=n11       | `n11` is neither an address nor a node     | did you mean `n1`?
          proto=tcq      | `tcq` is no protocol, and no number of 0…255 | did you mean `tcp`?
          proto=udb      | `udb` is no protocol, and no number of 0…255 | did you mean `udp`?
          service=lgd    | `lgd` is no service, and no number of 0…65535 | did you mean `lgc`?
          port=70000     | `70000` is no port, and no number of 0…65535 |
          actve          | `actve` is no condition | did you mean `active`?
          from=10.0.0.300 | `10.0.0.300` is not an IPv4 address |
          """)
  void anErrorNamesTheNearestRightWord(String filter, String message, String hint) {
    UnitError error =
        assertThrows(UnitError.class, () -> CaptureFilter.parse(filter.strip(), NETWORK));
    assertEquals(message, error.getMessage());
    assertEquals(hint == null ? "" : hint, error.hint());
  }

  @Test
  void itsTextNamesAddressesAndNumbersAndReadsBackToTheSame() throws UnitError {
    CaptureFilter filter =
        CaptureFilter.parse("from=n1,n2 to!=n8 proto=rdp service=lgc active", NETWORK);
    assertEquals("from=10.0.0.1,10.0.0.2 to!=10.0.0.8 proto=27 service=1 active", filter.text());
    assertEquals(filter, CaptureFilter.parse(filter.text(), NETWORK));
  }

  @Test
  void aFilterHasLimits() {
    assertThrows(
        UnitError.class,
        () -> CaptureFilter.parse("in ".repeat(CaptureFilter.CONDITIONS_MAX + 1), NETWORK));
    assertThrows(
        UnitError.class,
        () -> CaptureFilter.parse("id=1" + ",1".repeat(CaptureFilter.VALUES_MAX), NETWORK));
  }
}
