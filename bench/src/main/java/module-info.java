// SPDX-License-Identifier: Apache-2.0

/** Benchmarks: whole processes and the packet path, beside their peers. */
module rani.bench {
  requires transitive rani.lab;
  requires rani.core;
  requires rani.sim;
  requires io.netty.common;
  requires java.management;
  requires static org.jspecify;

  exports rani.bench;
}
