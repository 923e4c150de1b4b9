// SPDX-License-Identifier: Apache-2.0

/** RDP, the reliable transport, without I/O. */
module rani.rdp {
  requires transitive rani.core;
  requires static org.jspecify;
}
