// SPDX-License-Identifier: Apache-2.0
package rani.services;

/** Numbers of the standard services in the RANI header. A number never changes its meaning. */
public final class ServiceNumbers {
  public static final int LGC = 1;
  public static final int ACTIVE_FILTER = 2;
  public static final int ECHO = 3;
  public static final int SINK = 4;
  public static final int SOURCE = 5;
  public static final int PING = 6;
  public static final int TRACEROUTE = 7;
  public static final int FLAKEWAY = 8;
  public static final int ACC_MONITOR = 9;
  public static final int ACC_FILTER = 10;
  public static final int UFC_CORE = 11;
  public static final int UFC_EDGE = 12;
  public static final int ABCD_MONITOR = 13;
  public static final int ABCD_SPLITTER = 14;

  private ServiceNumbers() {}
}
