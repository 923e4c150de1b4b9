// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.util.List;
import rani.bench.harness.Workspace.Side;

/** What lies between the load and what is measured. */
interface LoadPath extends AutoCloseable {
  /** What it is called in results. */
  String name();

  /** The IPv4 address of a side. */
  String address(Side side);

  /** The words before a command that is to run on a side. */
  List<String> within(Side side);

  /** UDP ports that no one has on either side. */
  int[] freePorts(int count) throws IOException;

  @Override
  default void close() {}
}
