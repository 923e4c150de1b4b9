// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import io.netty.buffer.ByteBuf;
import rani.service.FrameView;

/**
 * The header that active datagrams of a code have in front of what is the code's own, when it is
 * not the service that they ask for by number, but one that this service runs.
 */
public interface ActiveHeader {
  /** Returns the number of the service that the code's active datagrams ask for. */
  int serviceNumber();

  /** Returns the length of the header, an even number of bytes. */
  int lengthBytes();

  /**
   * Returns how many bytes behind the header are the code's own; −1 if the packet has no such
   * header. Allocates nothing.
   */
  int ownBytes(FrameView packet);

  /** Writes the header of a datagram with that many bytes of the code's own. */
  void write(ByteBuf data, int ownBytes);
}
