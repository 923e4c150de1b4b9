// SPDX-License-Identifier: Apache-2.0

/** The virtual world: the node in deterministic virtual time. */
module rani.sim {
  requires transitive rani.core;
  requires io.netty.common;
  requires static transitive org.jspecify;

  exports rani.sim;
}
