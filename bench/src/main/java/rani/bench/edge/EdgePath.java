// SPDX-License-Identifier: Apache-2.0
package rani.bench.edge;

import java.util.List;

/** Two network namespaces, made without root, and what joins them. It is idle without load. */
interface EdgePath extends AutoCloseable {
  /** The MTU of the devices in both namespaces. */
  int MTU_BYTES = 1500;

  String name();

  /** Returns the words before a command that run it in the first namespace. */
  List<String> atSource();

  /** Returns the words before a command that run it in the second namespace. */
  List<String> atSink();

  /** Returns the address of the second namespace. */
  String sinkAddress();

  /** Returns the processor time of the processes that carry the packets; 0 if the kernel does. */
  long cpuNanos();

  @Override
  void close();
}
