// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads how many datagrams the kernel dropped because a receive socket's buffer was full, from
 * Linux's table of UDP sockets (proc(5), {@code /proc/net/udp}).
 */
final class KernelDrops {
  /** The result on systems without that table. */
  static final long UNKNOWN = -1;

  private static final List<Path> TABLES =
      List.of(Path.of("/proc/self/net/udp"), Path.of("/proc/self/net/udp6"));
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final int LOCAL_ADDRESS_FIELD = 1;

  private KernelDrops() {}

  static long of(List<InetSocketAddress> sockets) {
    Set<String> wanted = sockets.stream().map(KernelDrops::key).collect(Collectors.toSet());
    long drops = 0;
    boolean found = wanted.isEmpty();
    for (Path table : TABLES) {
      for (String line : lines(table)) {
        List<String> fields = BLANKS.splitAsStream(line.strip()).toList();
        if (fields.size() > LOCAL_ADDRESS_FIELD
            && wanted.contains(fields.get(LOCAL_ADDRESS_FIELD))) {
          drops += Long.parseLong(fields.getLast());
          found = true;
        }
      }
    }
    return found ? drops : UNKNOWN;
  }

  private static List<String> lines(Path table) {
    try {
      return Files.readAllLines(table);
    } catch (IOException e) {
      return List.of(); // another operating system, or no IPv6
    }
  }

  /** Formats an address like the table: 32-bit words in the machine's byte order, then the port. */
  private static String key(InetSocketAddress socket) {
    ByteBuffer bytes =
        ByteBuffer.wrap(socket.getAddress().getAddress()).order(ByteOrder.nativeOrder());
    StringBuilder key = new StringBuilder();
    while (bytes.hasRemaining()) {
      key.append(String.format("%08X", bytes.getInt()));
    }
    return key.append(String.format(":%04X", socket.getPort())).toString();
  }
}
