// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One end of a link, tried out before the link is there: sockets bound as the link's will be send
 * datagrams to the other end's, which sends them back. Both ends do so at the same time; each tells
 * what it heard, so that a way that is open in one direction only is found.
 *
 * <p>A datagram is the number of the test, its kind and its place; strangers' are not counted.
 */
public final class LinkProbe implements AutoCloseable {
  /** Short datagrams that each end sends. */
  public static final int SHORT_COUNT = 10;

  /** Long ones, as long as the link's longest frame. */
  public static final int LONG_COUNT = 3;

  /** How long an end waits at most. */
  public static final long TEST_MILLIS_MAX = 2000;

  /** What an IPv4 and a UDP header add to a frame. */
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
   * What one end heard.
   *
   * @param shortHeard how many of the other's short datagrams came
   * @param longHeard how many of its long ones
   * @param echoes how many of this end's own came back
   * @param tripNanos the shortest time in which one did; 0 if none
   * @param refusals how often the other host answered that nothing listens there
   * @param failure why sending failed; empty if it did not
   * @param strangers where datagrams of the test came from, if not from where they were sent:
   *     something between the hosts changes addresses
   * @param interfaceMtuBytes of the interface that has this end's address; 0 if unknown
   */
  public record Heard(
      int shortHeard,
      int longHeard,
      int echoes,
      long tripNanos,
      int refusals,
      String failure,
      String strangers,
      int interfaceMtuBytes) {
    /** Whether datagrams as long as this fit into the interface's MTU. */
    public boolean fits(int frameBytes) {
      return interfaceMtuBytes == 0 || frameBytes + IP_UDP_BYTES <= interfaceMtuBytes;
    }
  }

  private LinkProbe(DatagramSocket receive, DatagramSocket send) {
    this.receive = receive;
    this.send = send;
  }

  /**
   * Binds both sockets of an end.
   *
   * @param receivePort 0 for any
   * @param sendPort 0 for any
   */
  public static LinkProbe bind(InetAddress address, int receivePort, int sendPort)
      throws IOException {
    DatagramSocket receive = new DatagramSocket(new InetSocketAddress(address, receivePort));
    boolean bound = false;
    try {
      LinkProbe probe =
          new LinkProbe(receive, new DatagramSocket(new InetSocketAddress(address, sendPort)));
      bound = true;
      return probe;
    } finally {
      if (!bound) {
        receive.close();
      }
    }
  }

  /** The port at which it receives. */
  public int receivePort() {
    return receive.getLocalPort();
  }

  /** The port from which it sends. */
  public int sendPort() {
    return send.getLocalPort();
  }

  /**
   * Carries the test out.
   *
   * @param number that both ends know
   * @param toReceive where the other end receives
   * @param fromSend where it sends from
   * @param longBytes the length of the link's longest frame
   */
  public Heard test(
      long number, InetSocketAddress toReceive, InetSocketAddress fromSend, int longBytes)
      throws IOException {
    Test test = new Test(number, toReceive, fromSend, Math.min(longBytes, DATAGRAM_BYTES_MAX));
    Thread sender = Thread.ofVirtual().start(test::sendAll);
    try {
      test.hear();
    } finally {
      test.over.countDown();
    }
    try {
      sender.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
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

  /** One test, of which {@link #sendAll} and {@link #hear} run at the same time. */
  private final class Test {
    private final long number;
    private final InetSocketAddress to;
    private final InetSocketAddress from;
    private final int longBytes;
    private final long[] sentNanos = new long[SHORT_COUNT + LONG_COUNT];
    private final Set<Integer> probes = new LinkedHashSet<>();
    private final Set<Integer> echoes = new LinkedHashSet<>();
    private final Set<String> strangers = new LinkedHashSet<>();
    private long tripNanos;
    private int refusals;
    private String failure = "";
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean sent;

    Test(long number, InetSocketAddress to, InetSocketAddress from, int longBytes) {
      this.number = number;
      this.to = to;
      this.from = from;
      this.longBytes = longBytes;
    }

    void sendAll() {
      for (int place = 0; place < SHORT_COUNT + LONG_COUNT; place++) {
        synchronized (this) {
          sentNanos[place] = System.nanoTime();
        }
        transmit(PROBE, place);
        try {
          if (over.await(GAP_MILLIS, TimeUnit.MILLISECONDS)) {
            return;
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
      sent = true;
    }

    private void transmit(byte kind, int place) {
      int length = place < SHORT_COUNT ? HEAD_BYTES : Math.max(HEAD_BYTES, longBytes);
      ByteBuffer bytes = ByteBuffer.allocate(length).putLong(number).put(kind).putInt(place);
      try {
        send.send(new DatagramPacket(bytes.array(), length, to));
      } catch (IOException e) {
        synchronized (this) {
          failure = String.valueOf(e.getMessage());
        }
      }
    }

    void hear() throws IOException {
      long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TEST_MILLIS_MAX);
      DatagramPacket datagram =
          new DatagramPacket(new byte[DATAGRAM_BYTES_MAX], DATAGRAM_BYTES_MAX);
      receive.setSoTimeout(GAP_MILLIS);
      while (!isDone() && System.nanoTime() - endNanos < 0) {
        try {
          datagram.setLength(DATAGRAM_BYTES_MAX);
          receive.receive(datagram);
          take(datagram, System.nanoTime());
        } catch (SocketTimeoutException e) {
          continue;
        } catch (java.net.PortUnreachableException e) {
          refused();
        }
      }
    }

    private synchronized void refused() {
      refusals++;
    }

    private synchronized boolean isDone() {
      return sent
          && probes.size() == SHORT_COUNT + LONG_COUNT
          && echoes.size() == SHORT_COUNT + LONG_COUNT;
    }

    private void take(DatagramPacket datagram, long nowNanos) {
      ByteBuffer bytes = ByteBuffer.wrap(datagram.getData(), 0, datagram.getLength());
      if (bytes.remaining() < HEAD_BYTES || bytes.getLong() != number) {
        return; // a stranger's
      }
      byte kind = bytes.get();
      int place = bytes.getInt();
      if (place < 0 || place >= sentNanos.length) {
        return;
      }
      synchronized (this) {
        if (!datagram.getSocketAddress().equals(from) && strangers.size() < STRANGERS_MAX) {
          strangers.add(text((InetSocketAddress) datagram.getSocketAddress()));
        }
        if (kind == ECHO && sentNanos[place] != 0 && echoes.add(place)) {
          long trip = Math.max(1, nowNanos - sentNanos[place]);
          tripNanos = tripNanos == 0 ? trip : Math.min(tripNanos, trip);
        }
      }
      if (kind == PROBE) {
        synchronized (this) {
          probes.add(place);
        }
        transmit(ECHO, place);
      }
    }

    synchronized Heard heard(int interfaceMtu) {
      int shortHeard = (int) probes.stream().filter(place -> place < SHORT_COUNT).count();
      return new Heard(
          shortHeard,
          probes.size() - shortHeard,
          echoes.size(),
          tripNanos,
          refusals,
          failure,
          String.join(", ", strangers),
          interfaceMtu);
    }
  }

  private static String text(InetSocketAddress socket) {
    return socket.getAddress().getHostAddress() + " port " + socket.getPort();
  }

  @Override
  public void close() {
    receive.close();
    send.close();
  }
}
