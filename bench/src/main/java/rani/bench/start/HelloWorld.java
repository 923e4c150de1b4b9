// SPDX-License-Identifier: Apache-2.0
package rani.bench.start;

import java.io.IOException;

/** The least that a JVM can be started for. It ends with its standard input. */
final class HelloWorld {
  /** What it says. */
  static final String HELLO = "hello";

  private HelloWorld() {}

  /** Says it, and waits. */
  public static void main(String[] arguments) throws IOException {
    System.out.println(HELLO);
    int _ = System.in.read();
  }
}
