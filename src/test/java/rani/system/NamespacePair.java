// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Two network namespaces, as if two hosts, joined by a cable. Needs root. */
final class NamespacePair implements AutoCloseable {
  private static final AtomicInteger made = new AtomicInteger();

  private final String left;
  private final String right;

  /** Makes them, each with an address and its prefix length. */
  NamespacePair(String leftAddress, String rightAddress) throws IOException {
    String unique = ProcessHandle.current().pid() + "-" + made.incrementAndGet();
    left = "rani-" + unique + "-l";
    right = "rani-" + unique + "-r";
    boolean whole = false;
    try {
      ip("netns", "add", left);
      ip("netns", "add", right);
      ip("link", "add", "cable", "netns", left, "type", "veth", "peer", "cable", "netns", right);
      connect(left, "cable", leftAddress);
      connect(right, "cable", rightAddress);
      whole = true;
    } finally {
      if (!whole) {
        close();
      }
    }
  }

  /** Gives an interface its address, and brings it up. */
  static void connect(String namespace, String device, String address) throws IOException {
    ip("-n", namespace, "address", "add", address, "dev", device);
    ip("-n", namespace, "link", "set", device, "up");
    ip("-n", namespace, "link", "set", "lo", "up");
  }

  /** The words before a command that is to run on the left. */
  List<String> left() {
    return List.of("ip", "netns", "exec", left);
  }

  /** The words before a command that is to run on the right. */
  List<String> right() {
    return List.of("ip", "netns", "exec", right);
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (String namespace : List.of(left, right)) {
      try {
        ip("netns", "delete", namespace);
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Runs {@code ip}. */
  static void ip(String... arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of("ip"));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", words) + ": " + said);
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
