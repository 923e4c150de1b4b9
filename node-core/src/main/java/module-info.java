// SPDX-License-Identifier: Apache-2.0

/** The node: wire formats, queues, links, the service interface and the node itself; no I/O. */
module rani.core {
  requires transitive io.netty.buffer;
  requires static transitive org.jspecify;
}
