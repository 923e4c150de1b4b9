// SPDX-License-Identifier: Apache-2.0
package rani.live.edge;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import rani.live.Libc;

/**
 * The program that sets up an edge's namespaces from within, and ends: it creates the TUN device,
 * gives it the node's address and routes, and binds files of its own over {@code /etc/hosts} and
 * {@code /etc/resolv.conf}. The node starts it by unshare(1), takes the device, the hosts file and
 * the namespaces over, and closes its standard input. It has all capabilities there, and none
 * outside.
 *
 * <p>Its one line of output is {@link #OK} and the descriptors of the device and of the hosts file,
 * or what is impossible.
 */
public final class EdgeSetup {
  /**
   * What lies between an edge and the internet, if there is a way there: the first 24 bits of these
   * addresses. They are set aside for translators of addresses (RFC 6598).
   */
  public static final String INTERNET = "100.127.255.0";

  /** How many bits of an address are those of the networks that routes know. */
  public static final int NETWORK_BITS = 24;

  /** Resolves names, where there is a way to the internet. */
  private static final String RESOLVER = "nameserver 100.127.255.3\n";

  /** What the answer begins with, before the descriptors' numbers. */
  public static final String OK = "ok ";

  /** The interface within the namespace. */
  public static final String INTERFACE = "rani0";

  /** Place of the first of such arguments. */
  private static final int FIRST_NETWORK = 3;

  private static final int O_RDWR = 2;
  private static final int O_NONBLOCK = 0x800;
  private static final int MNT_DETACH = 2;
  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM = 2;
  private static final long MS_BIND = 4096;

  private static final long TUNSETIFF = 0x400454caL;

  /** {@code IFF_TUN | IFF_NO_PI | IFF_VNET_HDR}: a {@code virtio_net_hdr} before every packet. */
  private static final short IFF_TUN_VNET = 0x5001;

  private static final long SIOCSIFFLAGS = 0x8914;
  private static final long SIOCSIFADDR = 0x8916;
  private static final long SIOCSIFMTU = 0x8922;
  private static final short IFF_UP_RUNNING = 0x41;

  /** Where the fields of {@code struct ifreq} are, of netdevice(7). */
  private static final int IFREQ_BYTES = 40;

  private static final int IFREQ_VALUE = 16;
  private static final int SOCKADDR_ADDRESS = 4;

  private static final ValueLayout.OfInt NETWORK_ORDER =
      JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final MethodHandle OPEN =
      Libc.function(
          "open",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle SOCKET =
      Libc.function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle IOCTL =
      Libc.function(
          "ioctl",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle MOUNT =
      Libc.function(
          "mount", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS));
  private static final MethodHandle UMOUNT =
      Libc.function("umount2", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));

  private final Arena arena = Arena.global();

  private EdgeSetup() {}

  /**
   * Sets up one edge.
   *
   * @param arguments the node's address, the MTU in bytes, TCP's congestion control (empty for the
   *     machine's), and the addresses whose first 24 bits are the network's
   */
  public static void main(String[] arguments) throws Throwable {
    try {
      EdgeSetup edge = new EdgeSetup();
      int device = edge.setUp(arguments[0], Integer.parseInt(arguments[1]));
      EdgeRoutes routes = new EdgeRoutes(INTERFACE, arguments[2]);
      for (String network : List.of(arguments).subList(FIRST_NETWORK, arguments.length)) {
        routes.add(address(network), NETWORK_BITS, 0);
      }
      routes.add(0, 0, EdgeRoutes.METRIC_LAST);
      routes.refuse(address(INTERNET), NETWORK_BITS);
      int hosts = edge.ownFiles();
      String group = Files.getAttribute(Path.of("/proc/self"), "unix:gid").toString();
      // The node reports to the edge from the address that both have.
      allow("conf/" + INTERFACE + "/accept_local", "1");
      allow("ping_group_range", group + " " + group);
      allow("ip_unprivileged_port_start", "0");
      allow("tcp_ecn", "1"); // queues mark if their files say so, and need programs that ask
      System.out.println(OK + device + " " + hosts);
      int _ = System.in.read(); // the device is taken from this process while it runs
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }

  private static int address(String text) {
    byte[] bytes = InetAddress.ofLiteral(text).getAddress();
    return ByteBuffer.wrap(bytes).getInt();
  }

  private int setUp(String address, int mtuBytes) throws Throwable {
    int device = (int) OPEN.invokeExact(arena.allocateFrom("/dev/net/tun"), O_RDWR | O_NONBLOCK);
    if (device < 0) {
      throw new IOException("/dev/net/tun cannot be opened");
    }
    MemorySegment request = arena.allocate(IFREQ_BYTES);
    request.setString(0, INTERFACE);
    request.set(JAVA_SHORT_UNALIGNED, IFREQ_VALUE, IFF_TUN_VNET);
    control(device, TUNSETIFF, request, "no TUN device can be made");
    int socket = (int) SOCKET.invokeExact(AF_INET, SOCK_DGRAM, 0);
    request.set(JAVA_SHORT_UNALIGNED, IFREQ_VALUE, (short) AF_INET);
    request.set(NETWORK_ORDER, IFREQ_VALUE + SOCKADDR_ADDRESS, address(address));
    control(socket, SIOCSIFADDR, request, "the interface takes no address");
    request.set(JAVA_INT_UNALIGNED, IFREQ_VALUE, mtuBytes);
    control(socket, SIOCSIFMTU, request, "the interface takes no MTU of " + mtuBytes);
    request.set(JAVA_SHORT_UNALIGNED, IFREQ_VALUE, IFF_UP_RUNNING);
    control(socket, SIOCSIFFLAGS, request, "the interface does not come up");
    MemorySegment loopback = arena.allocate(IFREQ_BYTES);
    loopback.setString(0, "lo");
    loopback.set(JAVA_SHORT_UNALIGNED, IFREQ_VALUE, IFF_UP_RUNNING);
    control(socket, SIOCSIFFLAGS, loopback, "the loopback does not come up");
    return device;
  }

  private static void control(int descriptor, long call, MemorySegment argument, String failure)
      throws Throwable {
    if ((int) IOCTL.invokeExact(descriptor, call, argument) < 0) {
      throw new IOException(failure);
    }
  }

  /**
   * Binds an empty hosts file, and the resolver's, over the machine's, where it has them. They are
   * in memory, and last as long as they are mounted, so that no file is left of them whatever ends.
   * Returns the descriptor of the hosts file.
   */
  private int ownFiles() throws Throwable {
    Path memory = Path.of("/tmp"); // any folder: it is covered no longer than this takes
    MemorySegment kind = arena.allocateFrom("tmpfs");
    if (mount(kind, memory, kind, 0) < 0) {
      throw new IOException("no file system can be mounted in memory");
    }
    Path hosts = Files.createFile(memory.resolve("hosts"));
    int descriptor = (int) OPEN.invokeExact(arena.allocateFrom(hosts.toString()), O_RDWR);
    bind(hosts, "/etc/hosts");
    bind(Files.writeString(memory.resolve("resolv.conf"), RESOLVER), "/etc/resolv.conf");
    int _ = (int) UMOUNT.invokeExact(arena.allocateFrom(memory.toString()), MNT_DETACH);
    return descriptor;
  }

  private void bind(Path file, String over) throws Throwable {
    int _ = mount(arena.allocateFrom(file.toString()), Path.of(over), MemorySegment.NULL, MS_BIND);
  }

  private int mount(MemorySegment source, Path target, MemorySegment kind, long flags)
      throws Throwable {
    return (int)
        MOUNT.invokeExact(
            source, arena.allocateFrom(target.toString()), kind, flags, MemorySegment.NULL);
  }

  /** Writes a setting of the namespace, see ip(7); without effect where a container forbids it. */
  private static void allow(String setting, String value) {
    try {
      Files.write(Path.of("/proc/sys/net/ipv4", setting), value.getBytes(UTF_8));
    } catch (IOException e) {
      return;
    }
  }
}
