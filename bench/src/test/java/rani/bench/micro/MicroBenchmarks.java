// SPDX-License-Identifier: Apache-2.0
package rani.bench.micro;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Runs JMH. It is no test, and {@code verify} leaves it out; docs/performance.md has the command.
 */
class MicroBenchmarks {
  /** The system property that holds JMH's own words, separated by blanks. */
  private static final String WORDS = "jmh";

  private static final String USUAL_WORDS = "-prof gc";

  @Test
  void run() throws Exception {
    String words = System.getProperty(WORDS, USUAL_WORDS);
    var _ = new Runner(new CommandLineOptions(words.strip().split("\\s+"))).run();
  }
}
