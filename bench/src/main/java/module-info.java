// SPDX-License-Identifier: Apache-2.0

/** Benchmarks of the packet path and of whole processes. */
module rani.bench {
  requires rani.core;
  requires rani.sim;
  requires jmh.core;
  requires static org.jspecify;
}
