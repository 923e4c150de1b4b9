// SPDX-License-Identifier: Apache-2.0
package rani.live.edge;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import rani.live.Libc;

/**
 * The IPv4 routes of an edge (rtnetlink(7)), which tell TCP its congestion control. The setting
 * {@code tcp_congestion_control} of a namespace, and sockets of users, take only what the
 * administrator has allowed to all users; routes take all that the kernel has.
 */
final class EdgeRoutes {
  private static final Path AVAILABLE =
      Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");

  private static final int AF_NETLINK = 16;
  private static final int SOCK_RAW = 3;
  private static final int NETLINK_ROUTE = 0;

  /** Fields of {@code struct nlmsghdr}. */
  private static final short RTM_NEWROUTE = 24;

  private static final short REQUEST_ACK_CREATE = 0x1 | 0x4 | 0x400;
  private static final int NLMSGHDR_BYTES = 16;

  /** Fields of {@code struct rtmsg}. */
  private static final byte AF_INET = 2;

  private static final byte RT_TABLE_MAIN = (byte) 254;
  private static final byte RTPROT_BOOT = 3;
  private static final byte RT_SCOPE_UNIVERSE = 0;
  private static final byte RT_SCOPE_LINK = (byte) 253;
  private static final byte RTN_UNICAST = 1;
  private static final byte RTN_UNREACHABLE = 7;

  private static final short RTA_DST = 1;
  private static final short RTA_OIF = 4;
  private static final short RTA_PRIORITY = 6;
  private static final short RTA_METRICS = 8;
  private static final short RTAX_CC_ALGO = 16;
  private static final int ATTRIBUTE_BYTES = 4;

  private static final int REQUEST_BYTES_MAX = 256;

  /** struct nlmsgerr: 0 or a negative errno, then the header of the request. */
  private static final int ANSWER_BYTES_MAX = 4096;

  /** Of a route that gives way to others to the same place; 0 is the best. */
  static final int METRIC_LAST = 1000;

  private static final MethodHandle SOCKET =
      Libc.function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle SEND =
      Libc.function(
          "send", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle RECEIVE =
      Libc.function(
          "recv", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private final int deviceIndex;
  private final String congestion;

  /**
   * Creates none yet.
   *
   * @param congestion TCP's congestion control; empty for the machine's
   * @throws IOException if the kernel does not have it
   */
  EdgeRoutes(String device, String congestion) throws IOException {
    this.deviceIndex = NetworkInterface.getByName(device).getIndex();
    this.congestion = congestion;
    if (!congestion.isEmpty()) {
      List<String> known = List.of(Files.readString(AVAILABLE).strip().split(" "));
      if (!known.contains(congestion)) {
        throw new IOException(
            "this kernel has no congestion control `%s`, but %s"
                .formatted(congestion, String.join(", ", known)));
      }
    }
  }

  /** Adds a route by the device, to the addresses with the first bits of this one. */
  void add(int address, int prefixBits, int metric) throws Throwable {
    ByteBuffer message = route(address, prefixBits, RT_SCOPE_LINK, RTN_UNICAST, metric);
    attribute(message, RTA_OIF, Integer.BYTES).putInt(deviceIndex);
    if (!congestion.isEmpty()) {
      byte[] algorithm = (congestion + '\0').getBytes(US_ASCII);
      attribute(message, RTA_METRICS, padded(ATTRIBUTE_BYTES + algorithm.length));
      attribute(message, RTAX_CC_ALGO, algorithm.length).put(algorithm);
    }
    request(message);
  }

  /** Has these addresses be unreachable, unless another route leads there. */
  void refuse(int address, int prefixBits) throws Throwable {
    request(route(address, prefixBits, RT_SCOPE_UNIVERSE, RTN_UNREACHABLE, METRIC_LAST));
  }

  private static ByteBuffer route(int address, int prefixBits, byte scope, byte type, int metric) {
    ByteBuffer message = ByteBuffer.allocate(REQUEST_BYTES_MAX).order(ByteOrder.nativeOrder());
    message.putInt(0).putShort(RTM_NEWROUTE).putShort(REQUEST_ACK_CREATE); // the length comes last
    message.putInt(0).putInt(0); // sequence number and port
    message.put(AF_INET).put((byte) prefixBits).put((byte) 0).put((byte) 0);
    message.put(RT_TABLE_MAIN).put(RTPROT_BOOT).put(scope).put(type).putInt(0);
    attribute(message, RTA_DST, Integer.BYTES);
    message.order(ByteOrder.BIG_ENDIAN).putInt(address).order(ByteOrder.nativeOrder());
    attribute(message, RTA_PRIORITY, Integer.BYTES).putInt(metric);
    return message;
  }

  private static ByteBuffer attribute(ByteBuffer message, short type, int valueBytes) {
    message.position(padded(message.position()));
    return message.putShort((short) (ATTRIBUTE_BYTES + valueBytes)).putShort(type);
  }

  private static int padded(int bytes) {
    return Math.ceilDiv(bytes, ATTRIBUTE_BYTES) * ATTRIBUTE_BYTES;
  }

  private void request(ByteBuffer message) throws Throwable {
    int bytes = padded(message.position());
    message.putInt(0, bytes).position(0).limit(bytes);
    int socket = (int) SOCKET.invokeExact(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(ANSWER_BYTES_MAX);
      buffer.copyFrom(MemorySegment.ofBuffer(message));
      long sent = (long) SEND.invokeExact(socket, buffer, (long) bytes, 0);
      long got = sent < 0 ? -1 : (long) RECEIVE.invokeExact(socket, buffer, buffer.byteSize(), 0);
      int error = got < NLMSGHDR_BYTES + Integer.BYTES ? -1 : buffer.get(JAVA_INT, NLMSGHDR_BYTES);
      if (error != 0) {
        throw new IOException(
            "no route can be set%s (errno %d)"
                .formatted(
                    congestion.isEmpty() ? "" : " with congestion control `" + congestion + "`",
                    -error));
      }
    }
  }
}
