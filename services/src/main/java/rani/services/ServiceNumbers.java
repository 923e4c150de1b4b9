// SPDX-License-Identifier: Apache-2.0
package rani.services;

/** The numbers of the standard services in the RANI header; they never change their meaning. */
final class ServiceNumbers {
  static final int LGC = 1;
  static final int ACTIVE_FILTER = 2;
  static final int ECHO = 3;
  static final int SINK = 4;
  static final int SOURCE = 5;
  static final int PING = 6;
  static final int TRACEROUTE = 7;
  static final int FLAKEWAY = 8;
  static final int ACC_MONITOR = 9;
  static final int ACC_FILTER = 10;
  static final int UFC_CORE = 11;
  static final int UFC_EDGE = 12;
  static final int ABCD_MONITOR = 13;
  static final int ABCD_SPLITTER = 14;

  private ServiceNumbers() {}
}
