// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import java.util.random.RandomGenerator;

/** The settings of a queue discipline that drops or marks packets before the buffer is full. */
public interface AqmConfig {
  /** Returns the discipline's name in files: lower case, words joined by hyphens. */
  String discipline();

  /**
   * Makes a discipline for an empty queue.
   *
   * @param drain rate of the server behind the queue
   * @param random random stream for drops and marks
   * @param secrets unpredictable numbers for hashing flows, so that no sender can aim at another
   *     flow's queue
   */
  QueueDiscipline create(Rate drain, RandomGenerator random, RandomGenerator secrets);
}
