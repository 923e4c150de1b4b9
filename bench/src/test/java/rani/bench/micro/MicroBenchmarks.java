// SPDX-License-Identifier: Apache-2.0
package rani.bench.micro;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs JMH. It is no test, and {@code verify} leaves it out; docs/performance.md has the command.
 */
class MicroBenchmarks {
  /** The system property that holds JMH's own words, separated by blanks. */
  private static final String WORDS = "jmh";

  private static final String USUAL_WORDS = "-prof gc";

  /**
   * In place of those of the JVM that runs tests, which has to do without the second compiler: what
   * {@code rani} gives nodes that are measured.
   */
  private static final String[] JVM_ARGUMENTS = {
    "-XX:+UseSerialGC",
    "-XX:+UseCompactObjectHeaders",
    "-Xmx512m",
    "-Dio.netty.noUnsafe=false",
    "-Dio.netty.leakDetectionLevel=disabled",
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow"
  };

  @Test
  void run() throws Exception {
    String words = System.getProperty(WORDS, USUAL_WORDS);
    Options options =
        new OptionsBuilder()
            .parent(new CommandLineOptions(words.strip().split("\\s+")))
            .jvmArgs(JVM_ARGUMENTS)
            .build();
    var _ = new Runner(options).run();
  }
}
