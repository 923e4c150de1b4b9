// SPDX-License-Identifier: Apache-2.0

/** World two: any number of nodes in virtual time, driven from one event heap. */
module rani.sim {
  requires transitive rani.core;
  requires static org.jspecify;
}
