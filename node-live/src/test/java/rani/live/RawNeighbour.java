// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import rani.link.LinkConfig;
import rani.link.Originator;
import rani.node.Command;
import rani.wire.UdpFlow;

/** A node with one neighbour, which is no node but a pair of plain sockets. */
final class RawNeighbour implements AutoCloseable {
  static final int NODE = TestNetwork.FIRST_ADDRESS;
  static final int NEIGHBOUR = NODE + 1;

  final TestNetwork network = new TestNetwork();
  final LiveNode node;
  final EventLog log;

  private final Originator originator = new Originator(UnpooledByteBufAllocator.DEFAULT, NEIGHBOUR);
  private final DatagramSocket receiver;
  private final DatagramSocket sender;
  private final InetSocketAddress receive;

  RawNeighbour(Transport transport, LinkConfig link) throws IOException {
    InetAddress loopback = TestNetwork.address("127.0.0.1");
    receiver = new DatagramSocket(new InetSocketAddress(loopback, 0));
    sender = new DatagramSocket(new InetSocketAddress(loopback, 0));
    node = network.add(TestNetwork.node("n1", NODE, List.of(link)), loopback, transport);
    log = network.logs.getFirst();
    node.connect(
        List.of(
            new LinkSockets(
                (InetSocketAddress) receiver.getLocalSocketAddress(),
                (InetSocketAddress) sender.getLocalSocketAddress())));
    network.await(node, new Command.Start());
    receive = node.sockets().getFirst().receive();
  }

  /** A well-formed frame from the neighbour to a port of the node, with data of this length. */
  byte[] frame(int port, int dataLength) {
    ByteBuf frame =
        originator.datagram(
            new UdpFlow(NODE, port, port), 30_000_000, Unpooled.EMPTY_BUFFER, dataLength);
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    return bytes;
  }

  void send(byte[] datagram) throws IOException {
    sender.send(new DatagramPacket(datagram, datagram.length, receive));
  }

  @Override
  public void close() {
    network.close();
    receiver.close();
    sender.close();
  }
}
