// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Linux system calls for the calling thread that the JDK does not offer. */
final class LinuxCalls {
  private static final String TIMER_SLACK_NANOS = "1";

  private LinuxCalls() {}

  /**
   * Sets this thread's timer slack to the minimum, because with the default of 50 µs the kernel
   * delays wake-ups to join them: proc_pid_timerslack_ns(5). Returns false if the kernel refuses,
   * and on other systems than Linux.
   */
  static boolean wakeOnTime() {
    try {
      // The link leads to PID/task/TID, but the file is /proc/TID/timerslack_ns.
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      Files.writeString(
          Path.of("/proc", thread.getFileName().toString(), "timerslack_ns"), TIMER_SLACK_NANOS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
