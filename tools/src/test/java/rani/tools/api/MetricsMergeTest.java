// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MetricsMergeTest {
  /** Prometheus's text format: one group of lines for each metric, its comments first and once. */
  @Test
  void samplesOfAMetricStandTogetherBelowItsComments() {
    MetricsMerge merge = new MetricsMerge();
    merge.add(
        """
        # HELP a A.
        # TYPE a gauge
        a{node="n1"} 1
        # HELP h H.
        # TYPE h histogram
        h_bucket{node="n1",le="+Inf"} 2
        h_count{node="n1"} 2
        """);
    merge.add(
        """
        # HELP h H of another version.
        # TYPE h histogram
        h_bucket{node="n2",le="+Inf"} 3
        h_count{node="n2"} 3
        # HELP b B.
        # TYPE b gauge
        b{node="n2"} 4
        # HELP a A.
        # TYPE a gauge
        a{node="n2"} 5
        """);
    assertEquals(
        """
        # HELP a A.
        # TYPE a gauge
        a{node="n1"} 1
        a{node="n2"} 5
        # HELP h H.
        # TYPE h histogram
        h_bucket{node="n1",le="+Inf"} 2
        h_count{node="n1"} 2
        h_bucket{node="n2",le="+Inf"} 3
        h_count{node="n2"} 3
        # HELP b B.
        # TYPE b gauge
        b{node="n2"} 4
        """,
        merge.text());
  }
}
