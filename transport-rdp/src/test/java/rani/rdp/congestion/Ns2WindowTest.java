// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** {@code opencwnd} and {@code slowdown} of ns-2.35's tcp.cc, by hand. */
class Ns2WindowTest {
  private static void assertWindows(double cwnd, int ssthresh, Ns2Window window) {
    assertEquals(cwnd, window.cwnd());
    assertEquals(ssthresh, window.ssthresh());
  }

  @Test
  void itOpensByOneBelowTheThresholdAndByAPartFromThereOn() {
    Ns2Window window = new Ns2Window(2, 4);
    window.open();
    window.open();
    assertWindows(4, 4, window);
    window.open();
    assertWindows(4.25, 4, window);
  }

  @Test
  void aLossHalvesWhatIsInUseAndTheThresholdIsWhole() {
    Ns2Window window = new Ns2Window(20, 20);
    window.halve(11);
    assertWindows(5.5, 5, window);
    window.halve(3);
    assertWindows(1.5, 2, window);
    window.halve(1);
    assertWindows(1, 2, window);
    window.set(9.5, 6.5);
    assertWindows(9.5, 6, window);
    window.collapse(9.5);
    assertWindows(1, 4, window);
  }

  @Test
  void aPartialAcknowledgementTakesOffDownToOne() {
    Ns2Window window = new Ns2Window(10, 4);
    window.deflate(3);
    assertWindows(7, 4, window);
    window.deflate(20);
    assertWindows(1, 4, window);
  }
}
