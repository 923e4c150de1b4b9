// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;

/**
 * The messages not yet sent, and the occupancy of the send buffer: theirs, and that of
 * unacknowledged messages.
 */
final class SendQueue {
  private final ArrayDeque<ByteBuf> messages = new ArrayDeque<>();
  private final long bytesMax;
  private final int waitingMax;
  private long bytesHeld;

  SendQueue(RdpConfig.Buffers buffers) {
    this.bytesMax = buffers.sendBytes();
    this.waitingMax = buffers.aheadMessages();
  }

  /** Takes a message, unless the buffer is full; an empty one takes any. */
  boolean offer(ByteBuf message) {
    int bytes = message.readableBytes();
    if (messages.size() >= waitingMax || (bytesHeld > 0 && bytesHeld + bytes > bytesMax)) {
      return false;
    }
    bytesHeld += bytes;
    messages.add(message);
    return true;
  }

  /** Whether at least half of the buffer is free. */
  boolean hasRoom() {
    return bytesHeld <= bytesMax / 2 && messages.size() <= waitingMax / 2;
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  int size() {
    return messages.size();
  }

  /** The next message to be sent, whose bytes stay held. There is one. */
  ByteBuf remove() {
    return messages.remove();
  }

  /** What was sent was acknowledged. */
  void letGo(int bytes) {
    bytesHeld -= bytes;
  }

  /** Releases every message. */
  void clear() {
    messages.forEach(ByteBuf::release);
    messages.clear();
    bytesHeld = 0;
  }
}
