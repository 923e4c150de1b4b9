// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Tests one end of a link before the link exists: sockets bound like the link's send datagrams to
 * the other end, which returns them. Both ends do so at the same time and report what they
 * received, so that a path that is blocked in one direction is found. Only datagrams with the
 * number of the test count.
 */
public final class LinkProbe implements AutoCloseable {
  /** Number of short datagrams that each end sends. */
  public static final int SHORT_COUNT = 10;

  /** Number of datagrams of the length of the link's longest frame that each end sends. */
  public static final int LONG_COUNT = 3;

  public static final long TEST_MILLIS_MAX = 2000;

  /** Length of an IPv4 and a UDP header. */
  private static final int IP_UDP_BYTES = 28;

  private static final int HEAD_BYTES = Long.BYTES + 1 + Integer.BYTES;
  private static final int GAP_MILLIS = 20;
  private static final int DATAGRAM_BYTES_MAX = 65_507;
  private static final int STRANGERS_MAX = 4;
  private static final byte PROBE = 1;
  private static final byte ECHO = 2;

  private final DatagramSocket receive;
  private final DatagramSocket send;

  /**
   * The result at one end: short and long datagrams that were heard, and own datagrams that were
   * returned. Unexpected source addresses, {@code strangers}, are a sign of NAT.
   *
   * @param tripNanos the shortest round trip; 0 if none
   * @param failure why sending failed; empty if it did not
   * @param interfaceMtuBytes MTU of the interface that has this end's address; 0 if unknown
   */
  public record Heard(
      int shortHeard,
      int longHeard,
      int echoes,
      long tripNanos,
      String failure,
      String strangers,
      int interfaceMtuBytes) {
    /** Reports whether frames of a length fit into the interface's MTU. */
    public boolean fits(int frameBytes) {
      return interfaceMtuBytes == 0 || frameBytes + IP_UDP_BYTES <= interfaceMtuBytes;
    }
  }

  private LinkProbe(DatagramSocket receive, DatagramSocket send) {
    this.receive = receive;
    this.send = send;
  }

  /** Binds both sockets of an end; port 0 stands for any port. */
  public static LinkProbe bind(InetAddress address, int receivePort, int sendPort)
      throws IOException {
    DatagramSocket receive = new DatagramSocket(new InetSocketAddress(address, receivePort));
    try {
      return new LinkProbe(receive, new DatagramSocket(new InetSocketAddress(address, sendPort)));
    } catch (IOException | RuntimeException e) {
      receive.close();
      throw e;
    }
  }

  public int receivePort() {
    return receive.getLocalPort();
  }

  public int sendPort() {
    return send.getLocalPort();
  }

  /**
   * Runs a test, whose number is the same at both ends, with the other end's two sockets. Long
   * datagrams are as long as the link's longest frame.
   */
  public Heard test(
      long number, InetSocketAddress toReceive, InetSocketAddress fromSend, int longBytes)
      throws IOException {
    Test test = new Test(number, toReceive, fromSend, Math.min(longBytes, DATAGRAM_BYTES_MAX));
    test.execute();
    return test.heard(interfaceMtu());
  }

  private int interfaceMtu() {
    try {
      NetworkInterface there = NetworkInterface.getByInetAddress(receive.getLocalAddress());
      return there == null ? 0 : there.getMTU();
    } catch (SocketException e) {
      return 0;
    }
  }

  /** One test, which sends a datagram at a time, and receives and returns others in between. */
  private final class Test {
    private final long number;
    private final InetSocketAddress to;
    private final InetSocketAddress from;
    private final int longBytes;
    private final DatagramPacket came =
        new DatagramPacket(new byte[DATAGRAM_BYTES_MAX], DATAGRAM_BYTES_MAX);
    private final long[] sentNanos = new long[SHORT_COUNT + LONG_COUNT];
    private final Set<Integer> probes = new LinkedHashSet<>();
    private final Set<Integer> echoes = new LinkedHashSet<>();
    private final Set<String> strangers = new LinkedHashSet<>();
    private int sent;
    private long tripNanos;
    private String failure = "";

    Test(long number, InetSocketAddress to, InetSocketAddress from, int longBytes) {
      this.number = number;
      this.to = to;
      this.from = from;
      this.longBytes = longBytes;
    }

    void execute() throws IOException {
      long beginNanos = System.nanoTime();
      long nowNanos = beginNanos;
      while (!isDone() && nowNanos - beginNanos < MILLISECONDS.toNanos(TEST_MILLIS_MAX)) {
        long dueNanos = beginNanos + sent * MILLISECONDS.toNanos(GAP_MILLIS);
        if (sent < sentNanos.length && nowNanos - dueNanos >= 0) {
          sentNanos[sent] = nowNanos;
          transmit(PROBE, sent++);
        }
        hear();
        nowNanos = System.nanoTime();
      }
    }

    private void transmit(byte kind, int place) {
      int length = place < SHORT_COUNT ? HEAD_BYTES : Math.max(HEAD_BYTES, longBytes);
      ByteBuffer bytes = ByteBuffer.allocate(length).putLong(number).put(kind).putInt(place);
      try {
        send.send(new DatagramPacket(bytes.array(), length, to));
      } catch (IOException e) {
        failure = String.valueOf(e.getMessage());
      }
    }

    /** Receives a datagram during the gap between two sends. */
    private void hear() throws IOException {
      came.setLength(DATAGRAM_BYTES_MAX);
      receive.setSoTimeout(GAP_MILLIS);
      try {
        receive.receive(came);
        take(came, System.nanoTime());
      } catch (SocketTimeoutException e) {
        return; // no datagram arrived
      }
    }

    private boolean isDone() {
      int all = sentNanos.length;
      return sent == all && probes.size() == all && echoes.size() == all;
    }

    private void take(DatagramPacket datagram, long nowNanos) {
      ByteBuffer bytes = ByteBuffer.wrap(datagram.getData(), 0, datagram.getLength());
      if (bytes.remaining() < HEAD_BYTES || bytes.getLong() != number) {
        return; // not a datagram of the test
      }
      byte kind = bytes.get();
      int place = bytes.getInt();
      if (place < 0 || place >= sentNanos.length) {
        return;
      }
      if (!datagram.getSocketAddress().equals(from) && strangers.size() < STRANGERS_MAX) {
        strangers.add(datagram.getAddress().getHostAddress() + " port " + datagram.getPort());
      }
      if (kind == ECHO && place < sent && echoes.add(place)) {
        long trip = Math.max(1, nowNanos - sentNanos[place]);
        tripNanos = tripNanos == 0 ? trip : Math.min(tripNanos, trip);
      }
      if (kind == PROBE) {
        probes.add(place);
        transmit(ECHO, place);
      }
    }

    Heard heard(int interfaceMtu) {
      int shortHeard = (int) probes.stream().filter(place -> place < SHORT_COUNT).count();
      return new Heard(
          shortHeard,
          probes.size() - shortHeard,
          echoes.size(),
          tripNanos,
          failure,
          String.join(", ", strangers),
          interfaceMtu);
    }
  }

  @Override
  public void close() {
    receive.close();
    send.close();
  }
}
