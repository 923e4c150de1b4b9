// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;

/**
 * Messages not yet sent, and the occupancy of the send buffer, which includes unacknowledged
 * messages.
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

  /** Takes a message, unless the buffer is full. An empty buffer takes a message of any size. */
  boolean offer(ByteBuf message) {
    int bytes = message.readableBytes();
    if (messages.size() >= waitingMax || (bytesHeld > 0 && bytesHeld + bytes > bytesMax)) {
      return false;
    }
    bytesHeld += bytes;
    messages.add(message);
    return true;
  }

  /** Returns true if at least half of the buffer is free. */
  boolean hasRoom() {
    return bytesHeld <= bytesMax / 2 && messages.size() <= waitingMax / 2;
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  int size() {
    return messages.size();
  }

  /** Removes the next message, which must exist. Its bytes stay occupied until {@link #letGo}. */
  ByteBuf remove() {
    return messages.remove();
  }

  /** Frees the room of acknowledged bytes. */
  void letGo(int bytes) {
    bytesHeld -= bytes;
  }

  void clear() {
    messages.forEach(ByteBuf::release);
    messages.clear();
    bytesHeld = 0;
  }
}
