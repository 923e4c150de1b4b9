// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBufAllocator;
import rani.live.Doorway;
import rani.rdp.RdpEndpoint;
import rani.service.ServiceContext;

/**
 * What the parts of a gateway stand in.
 *
 * @param context the node
 * @param endpoint the gateway's own RDP
 * @param doorway the way in for sockets
 * @param connections open TCP connections of the whole gateway
 */
record Surroundings(
    ServiceContext context, RdpEndpoint endpoint, Doorway doorway, Places connections) {
  ByteBufAllocator buffers() {
    return context.buffers();
  }

  /** Places of which there is a number. */
  static final class Places {
    private final int max;
    private int taken;

    Places(int max) {
      this.max = max;
    }

    /** Takes one; false if there is none. */
    boolean take() {
      if (taken == max) {
        return false;
      }
      taken++;
      return true;
    }

    void giveBack() {
      taken--;
    }

    int taken() {
      return taken;
    }
  }
}
