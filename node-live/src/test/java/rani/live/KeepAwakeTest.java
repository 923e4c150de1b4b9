// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
final class KeepAwakeTest {
  private static final String SCHED_IDLE = "5";

  /** The place of the policy in {@code /proc/PID/stat}, behind the name: proc_pid_stat(5). */
  private static final int POLICY_AFTER_NAME = 38;

  @Test
  void there_is_a_thread_for_each_processor_that_gives_way_to_all_others() throws Exception {
    try (KeepAwake awake = KeepAwake.start()) {
      assertTrue(awake.unavailable().isEmpty(), awake.unavailable()::toString);
      assertEquals(Runtime.getRuntime().availableProcessors(), awake.working());
      List<String> policies = policies("rani-awake-");
      assertEquals(awake.working(), policies.size());
      assertTrue(policies.stream().allMatch(SCHED_IDLE::equals), policies::toString);
    }
  }

  @Test
  void when_it_is_closed_its_threads_have_ended() {
    KeepAwake awake = KeepAwake.start();
    awake.close();
    assertEquals(0, awake.working());
    awake.close();
  }

  @Test
  void a_thread_may_ask_to_be_woken_on_time() throws Exception {
    CompletableFuture<String> slack = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              assertTrue(LinuxCalls.wakeOnTime());
              slack.complete(slackOfThisThread());
            });
    thread.start();
    thread.join();
    assertEquals("1", slack.getNow("not said"));
  }

  private static String slackOfThisThread() {
    try {
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      return Files.readString(Path.of("/proc").resolve(thread).resolve("timerslack_ns")).strip();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static List<String> policies(String name) throws Exception {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      return tasks
          .map(KeepAwakeTest::stat)
          .filter(stat -> stat.contains("(" + name))
          .map(stat -> stat.substring(stat.lastIndexOf(')') + 2).split(" ")[POLICY_AFTER_NAME])
          .toList();
    }
  }

  private static String stat(Path task) {
    try {
      return Files.readString(task.resolve("stat"));
    } catch (IOException e) {
      return ""; // it has ended
    }
  }
}
