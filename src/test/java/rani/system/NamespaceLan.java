// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Network namespaces, as if hosts, on one Ethernet without switches: each sees what any other
 * sends. Host k has the address 192.0.2.k. Needs root.
 */
final class NamespaceLan implements AutoCloseable {
  /** What each host calls its end. */
  static final String INTERFACE = "lan";

  private final String prefix = "rani-" + ProcessHandle.current().pid() + "-";
  private final List<String> namespaces = new ArrayList<>();

  /** So many hosts, numbered from 1. */
  NamespaceLan(int hosts) throws IOException {
    String hub = prefix + "hub";
    boolean made = false;
    try {
      add(hub);
      // A bridge that learns nothing floods everything.
      NamespacePair.ip(
          "-n",
          hub,
          "link",
          "add",
          "hub",
          "type",
          "bridge",
          "ageing_time",
          "0",
          "mcast_snooping",
          "0");
      NamespacePair.ip("-n", hub, "link", "set", "hub", "up");
      for (int host = 1; host <= hosts; host++) {
        String own = prefix + host;
        add(own);
        String port = "port" + host;
        NamespacePair.ip(
            "link", "add", INTERFACE, "netns", own, "type", "veth", "peer", port, "netns", hub);
        NamespacePair.ip("-n", hub, "link", "set", port, "master", "hub", "up");
        NamespacePair.connect(own, INTERFACE, "192.0.2." + host + "/24");
      }
      made = true;
    } finally {
      if (!made) {
        close();
      }
    }
  }

  private void add(String namespace) throws IOException {
    NamespacePair.ip("netns", "add", namespace);
    namespaces.add(namespace);
  }

  /** The words before a command that is to run on a host. */
  List<String> on(int host) {
    return List.of("ip", "netns", "exec", prefix + host);
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (String namespace : namespaces) {
      try {
        NamespacePair.ip("netns", "delete", namespace);
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
