// SPDX-License-Identifier: Apache-2.0
package rani.bench.start;

import java.io.IOException;

/** Main class of the smallest JVM. It ends with its standard input. */
final class HelloWorld {
  static final String HELLO = "hello";

  private HelloWorld() {}

  public static void main(String[] arguments) throws IOException {
    System.out.println(HELLO);
    int _ = System.in.read();
  }
}
