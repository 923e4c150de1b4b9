// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import java.util.Set;

/**
 * State of a task, by the name that squeue(1) and sacct(1) have for it. A state that is not known
 * is one of a task that goes on, so that nothing is submitted twice.
 *
 * @param name such as {@code RUNNING}
 * @param reason why it waits, as squeue has it; may be empty
 */
record SlurmState(String name, String reason) {
  static final SlurmState GONE = new SlurmState("", "");

  private static final String COMPLETED = "COMPLETED";
  static final String CANCELLED = "CANCELLED";
  static final String FAILED = "FAILED";

  private static final Set<String> ENDED =
      Set.of(
          "",
          COMPLETED,
          CANCELLED,
          FAILED,
          "BOOT_FAIL",
          "DEADLINE",
          "LAUNCH_FAILED",
          "NODE_FAIL",
          "OUT_OF_MEMORY",
          "PREEMPTED",
          "RECONFIG_FAIL",
          "REVOKED",
          "TIMEOUT");

  boolean isAlive() {
    return !ENDED.contains(name);
  }

  boolean isWaiting() {
    return name.equals("PENDING");
  }

  /** Returns whether the script ended well, so that the shard is whole. */
  boolean isCompleted() {
    return name.equals(COMPLETED);
  }

  /** Returns what befell the task, to stand behind its name. */
  String befell() {
    return switch (name) {
      case "" -> "is not known to Slurm any more";
      case COMPLETED -> "ended, but not all of its trials are there";
      case CANCELLED -> "was cancelled";
      case FAILED -> "failed";
      case "TIMEOUT" -> "ran into its time limit";
      case "OUT_OF_MEMORY" -> "ran out of memory";
      case "NODE_FAIL" -> "was lost with its node";
      case "PREEMPTED" -> "was preempted";
      default -> "ended as " + name;
    };
  }
}
