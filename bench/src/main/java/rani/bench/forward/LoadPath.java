// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.util.List;
import rani.bench.harness.Workspace.Side;

/** The network path between the load and the measured forwarder. */
interface LoadPath extends AutoCloseable {
  String name();

  /** Returns the IPv4 address of a side. */
  String address(Side side);

  /** Returns the prefix of a command that runs on a side. */
  List<String> within(Side side);

  /** Returns UDP ports that are free on both sides. */
  int[] freePorts(int count) throws IOException;

  @Override
  default void close() {}
}
