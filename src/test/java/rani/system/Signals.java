// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Signals, which Java cannot send itself. */
final class Signals {
  private Signals() {}

  /** Sends one by its name, such as {@code INT}. */
  static void send(String name, ProcessHandle process) {
    try {
      // By the shell: a program of that name is not on every machine.
      String[] words = {"sh", "-c", "kill -" + name + " " + process.pid()};
      int exit = new ProcessBuilder(words).start().waitFor();
      if (exit != 0) {
        throw new AssertionError("cannot send " + name + " to process " + process.pid());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
