// SPDX-License-Identifier: Apache-2.0

/** The menu: every standard service. */
module rani.services {
  requires transitive rani.core;
  requires static org.jspecify;
}
