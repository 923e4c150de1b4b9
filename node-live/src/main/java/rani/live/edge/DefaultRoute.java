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
 * The default route of an edge, which tells TCP its congestion control (rtnetlink(7)). The setting
 * {@code tcp_congestion_control} of a namespace, and sockets of users, take only what the
 * administrator has allowed to all users; routes take all that the kernel has.
 */
final class DefaultRoute {
  private static final Path AVAILABLE =
      Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");

  private static final int AF_NETLINK = 16;
  private static final int SOCK_RAW = 3;
  private static final int NETLINK_ROUTE = 0;

  /** Fields of {@code struct nlmsghdr}. */
  private static final short RTM_NEWROUTE = 24;

  private static final short REQUEST_ACK_REPLACE_CREATE = 0x1 | 0x4 | 0x100 | 0x400;
  private static final int NLMSGHDR_BYTES = 16;

  /** Fields of {@code struct rtmsg}. */
  private static final int RTMSG_BYTES = 12;

  private static final byte AF_INET = 2;

  private static final byte RT_TABLE_MAIN = (byte) 254;
  private static final byte RTPROT_BOOT = 3;
  private static final byte RT_SCOPE_LINK = (byte) 253;
  private static final byte RTN_UNICAST = 1;

  private static final short RTA_OIF = 4;
  private static final short RTA_METRICS = 8;
  private static final short RTAX_CC_ALGO = 16;
  private static final int ATTRIBUTE_BYTES = 4;

  private static final int ANSWER_BYTES_MAX = 4096;

  private static final MethodHandle SOCKET =
      Libc.function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle SEND =
      Libc.function(
          "send", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle RECEIVE =
      Libc.function(
          "recv", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private DefaultRoute() {}

  /** Replaces the route by one with a congestion control. Throws if the kernel does not have it. */
  static void congestionControl(String device, String name) throws Throwable {
    List<String> known = List.of(Files.readString(AVAILABLE).strip().split(" "));
    if (!known.contains(name)) {
      throw new IOException(
          "this kernel has no congestion control `%s`, but %s"
              .formatted(name, String.join(", ", known)));
    }
    int index = NetworkInterface.getByName(device).getIndex();
    int socket = (int) SOCKET.invokeExact(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
    try (Arena arena = Arena.ofConfined()) {
      byte[] request = request(index, name);
      MemorySegment message = arena.allocate(Math.max(ANSWER_BYTES_MAX, request.length));
      message.copyFrom(MemorySegment.ofArray(request));
      long sent = (long) SEND.invokeExact(socket, message, (long) request.length, 0);
      long got = sent < 0 ? -1 : (long) RECEIVE.invokeExact(socket, message, message.byteSize(), 0);
      // struct nlmsgerr: 0, or a negative errno
      int error = got < NLMSGHDR_BYTES + Integer.BYTES ? -1 : message.get(JAVA_INT, NLMSGHDR_BYTES);
      if (error != 0) {
        throw new IOException(
            "no route takes congestion control `%s` (errno %d)".formatted(name, -error));
      }
    }
  }

  private static byte[] request(int index, String name) {
    byte[] algorithm = (name + '\0').getBytes(US_ASCII);
    int metricBytes = ATTRIBUTE_BYTES + algorithm.length;
    int paddedBytes = Math.ceilDiv(metricBytes, ATTRIBUTE_BYTES) * ATTRIBUTE_BYTES;
    int outBytes = ATTRIBUTE_BYTES + Integer.BYTES;
    int bytes = NLMSGHDR_BYTES + RTMSG_BYTES + outBytes + ATTRIBUTE_BYTES + paddedBytes;
    ByteBuffer message = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    message.putInt(bytes).putShort(RTM_NEWROUTE).putShort(REQUEST_ACK_REPLACE_CREATE);
    message.putInt(0).putInt(0); // sequence number and port
    message.put(AF_INET).put((byte) 0).put((byte) 0).put((byte) 0); // to everywhere
    message.put(RT_TABLE_MAIN).put(RTPROT_BOOT).put(RT_SCOPE_LINK).put(RTN_UNICAST).putInt(0);
    message.putShort((short) outBytes).putShort(RTA_OIF).putInt(index);
    message.putShort((short) (ATTRIBUTE_BYTES + paddedBytes)).putShort(RTA_METRICS);
    message.putShort((short) metricBytes).putShort(RTAX_CC_ALGO).put(algorithm);
    return message.array();
  }
}
