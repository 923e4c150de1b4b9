// SPDX-License-Identifier: Apache-2.0

/** RDP, the reliable transport, without I/O. */
module rani.rdp {
  requires transitive rani.core;
  requires static transitive org.jspecify;

  exports rani.rdp;
  exports rani.rdp.bind;
  exports rani.rdp.congestion;
  exports rani.rdp.segment;
  exports rani.rdp.stream;
}
