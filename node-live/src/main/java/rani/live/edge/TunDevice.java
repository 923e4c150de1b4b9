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
 * event loop. One call to the kernel reads or writes one packet.
 */
public final class TunDevice implements AutoCloseable {
  private final FileDescriptor descriptor;
  private final IoRegistration registration;

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
   * @return false if none waits
   * @throws IOException if the namespace is gone
   */
  public boolean read(ByteBuf packet) throws IOException {
    int at = packet.writerIndex();
    int bytes = descriptor.readAddress(packet.memoryAddress(), at, at + packet.writableBytes());
    packet.writerIndex(at + Math.max(0, bytes));
    return bytes > 0;
  }

  /**
   * Writes a packet to the stack.
   *
   * @return false if its queue is full, or it refuses the packet
   */
  public boolean write(ByteBuf frame, int index, int length) {
    try {
      return descriptor.writeAddress(frame.memoryAddress(), index, index + length) == length;
    } catch (IOException e) {
      return false;
    }
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
