// SPDX-License-Identifier: Apache-2.0

/** The live world: nodes on Netty event loops, virtual links over UDP. */
module rani.live {
  requires transitive rani.core;
  requires io.netty.common;
  requires transitive io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires io.netty.transport.unix.common;
  requires java.management;
  requires static org.jspecify;
  requires org.slf4j;

  exports rani.live;
  exports rani.live.edge to
      rani.nodehost;
}
