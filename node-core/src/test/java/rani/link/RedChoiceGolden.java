// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.aqm.RedConfig;
import rani.aqm.RedConfig.Action;
import rani.aqm.RedConfig.Spacing;
import rani.aqm.RedRules;
import rani.fixture.Bytes;
import rani.fixture.RedArrivals;
import rani.fixture.TestPort;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;

/** What {@code golden/red_choice.py} lets in, marks and drops by either rule book, and why. */
class RedChoiceGolden {
  private static final double WITHIN = 1e-7;

  private final List<String> lines = Bytes.gzippedLines("/golden/red_choice.txt.gz");

  @ParameterizedTest
  @CsvSource({
    // key, min_th, max_th, limit, action, and what else
    "plain,    3,  9, 20, DROP, ''",
    "gentle,   3,  9, 20, DROP, gentle",
    "mark,     3,  9, 20, MARK, gentle",
    "bytes,    1,  5, 20, DROP, bytes",
    "adaptive, 3,  9, 20, DROP, gentle adaptive",
    "full,     1, 19,  6, DROP, ''"
  })
  void everyPacketFaresAsInTheScript(
      String key, int minTh, int maxTh, int limit, Action action, String also) {
    boolean gentle = also.contains("gentle");
    boolean byBytes = also.contains("bytes");
    boolean adaptive = also.contains("adaptive");
    for (RedRules rules : RedRules.values()) {
      for (Spacing spacing : Spacing.values()) {
        RedConfig red =
            new RedConfig(
                rules, 0.05, minTh, maxTh, 0.25, action, gentle, spacing, byBytes, 1000, adaptive);
        QueueConfig queue = new QueueConfig(limit, FlowIdentity.SOURCE_NODE, red);
        String scenario = rules.text() + "-" + key + "-" + spacing.name().toLowerCase(Locale.ROOT);
        RedArrivals arrivals = RedArrivals.of(lines, scenario);
        try (TestPort port = TestPort.of(Rate.bitsPerSecond(1_000_000), queue, arrivals.draws())) {
          arrivals.play(port, 0, WITHIN);
        }
      }
    }
  }
}
