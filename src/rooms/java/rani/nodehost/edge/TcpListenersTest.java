// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TcpListenersTest {
  /** As proc(5) has them: a listener at 8000, one of IPv6 at 80, and a connection to port 9000. */
  private static final List<String> TABLE =
      """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
         0: 00000000:1F40 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
         1: 00000000000000000000000000000000:0050 00000000000000000000000000000000:0000 0A 0:0
         2: 0300000A:2328 0100000A:9C40 01 00000000:00000000 00:00000000 00000000     0
      """
          .lines()
          .toList();

  @Test
  void aListenerIsFoundByItsPort() {
    assertTrue(TcpListeners.isIn(TABLE, 8000));
    assertTrue(TcpListeners.isIn(TABLE, 80));
    assertFalse(TcpListeners.isIn(TABLE, 9000), "a connection does not listen");
    assertFalse(TcpListeners.isIn(TABLE, 40000));
    assertFalse(TcpListeners.isIn(List.of(), 80));
  }

  @Test
  void aProcessOutsideTheNamespaceIsNotReady() {
    long here = ProcessHandle.current().pid();
    assertFalse(TcpListeners.at(80, here, 0), "descriptor 0 is no network namespace");
    assertFalse(TcpListeners.at(80, Integer.MAX_VALUE, 0), "no such process");
  }
}
