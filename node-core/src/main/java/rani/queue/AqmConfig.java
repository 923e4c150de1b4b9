// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import java.util.random.RandomGenerator;

/** The settings of a queue discipline that drops or marks before the buffer is full. */
public interface AqmConfig {
  /** The name of the discipline in files: lower case, words joined by hyphens. */
  String discipline();

  /**
   * Such a discipline, fresh.
   *
   * @param drain the rate of the server behind the queue
   * @param random what it drops and marks by
   * @param secrets what it spreads flows by, so that no stranger can aim at the queue of another
   */
  QueueDiscipline create(Rate drain, RandomGenerator random, RandomGenerator secrets);
}
