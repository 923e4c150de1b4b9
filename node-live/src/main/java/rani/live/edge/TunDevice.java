// SPDX-License-Identifier: Apache-2.0
package rani.live.edge;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;

/**
 * A TUN device, whose packets are those of an IP stack in another network namespace, on a node's
 * event loop. One call to the kernel reads one packet, and writes one or several: TCP segments that
 * follow each other in one turn are {@linkplain JoinedSegments joined}.
 */
public final class TunDevice implements AutoCloseable {
  /** Bytes before a packet's own in a buffer, which the device uses and restores. */
  public static final int ROOM_BEFORE_BYTES = JoinedSegments.VNET_BYTES;

  private final FileDescriptor descriptor;
  private final IoRegistration registration;
  private final JoinedSegments joined = new JoinedSegments();
  private long full;

  /**
   * Registers a device, and closes it in the end.
   *
   * @param descriptor of the device, which does not block
   * @param loop of transport {@code mmsg} or {@code epoll}
   * @param readable called on the loop when packets wait
   */
  public TunDevice(int descriptor, EventLoop loop, Runnable readable) throws InterruptedException {
    this.descriptor = new FileDescriptor(descriptor);
    this.registration = ((IoEventLoop) loop).register(new Handle(readable)).sync().getNow();
    registration.submit(EpollIoOps.EPOLLIN);
  }

  private final class Handle implements EpollIoHandle {
    private final Runnable readable;

    Handle(Runnable readable) {
      this.readable = readable;
    }

    @Override
    public FileDescriptor fd() {
      return descriptor;
    }

    @Override
    public void handle(IoRegistration of, IoEvent event) {
      readable.run();
    }

    @Override
    public void close() throws IOException {
      descriptor.close();
    }
  }

  /**
   * Reads a packet into an empty buffer.
   *
   * @param packet with {@link #ROOM_BEFORE_BYTES} before its indexes
   * @return false if none waits
   * @throws IOException if the namespace is gone
   */
  public boolean read(ByteBuf packet) throws IOException {
    int at = packet.writerIndex() - JoinedSegments.VNET_BYTES;
    int bytes = descriptor.readAddress(packet.memoryAddress(), at, packet.capacity());
    if (bytes <= JoinedSegments.VNET_BYTES) {
      return false;
    }
    packet.writerIndex(at + bytes);
    return true;
  }

  /**
   * Writes a packet to the stack, at the latest with the next {@link #flush}.
   *
   * @param frame with {@link #ROOM_BEFORE_BYTES} before the packet
   * @return false if the stack's queue is full, or it refuses the packet
   */
  public boolean write(ByteBuf frame, int index, int length) {
    if (joined.add(frame, index, length)) {
      if (joined.isComplete()) {
        flush();
      }
      return true;
    }
    flush();
    if (joined.begin(frame, index, length)) {
      return true;
    }
    int at = index - JoinedSegments.VNET_BYTES;
    long before = frame.getLong(at);
    short rest = frame.getShort(at + Long.BYTES);
    frame.setLong(at, 0).setShort(at + Long.BYTES, 0);
    boolean isWritten = written(frame, at, index + length);
    frame.setLong(at, before).setShort(at + Long.BYTES, rest);
    if (!isWritten) {
      full++;
    }
    return isWritten;
  }

  /** Writes the segments that wait for others. */
  public void flush() {
    int segments = joined.count();
    if (segments > 0) {
      ByteBuf packet = joined.take();
      if (!written(packet, 0, packet.writerIndex())) {
        full += segments;
      }
    }
  }

  private boolean written(ByteBuf packet, int from, int end) {
    try {
      return descriptor.writeAddress(packet.memoryAddress(), from, end) == end - from;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the number of packets that the stack has not taken. */
  public long full() {
    return full;
  }

  @Override
  public void close() {
    registration.cancel();
    try {
      descriptor.close();
    } catch (IOException e) {
      return; // closed already
    }
  }
}
