// SPDX-License-Identifier: Apache-2.0

/** World two: the node in deterministic virtual time. */
module rani.sim {
  requires transitive rani.core;
  requires io.netty.common;
  requires static transitive org.jspecify;

  exports rani.sim;
}
