// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceFactNameTest {
  @ParameterizedTest
  @CsvSource({
    "lgc, triggers, rani_service_lgc_triggers, '', 1",
    "acc-filter, passed-on, rani_service_acc_filter_passed_on, '', 1",
    "sink, distinct.10.0.0.1, rani_service_sink_distinct, 10.0.0.1, 1",
    "edge, sent.round-trips-sum-seconds, rani_service_edge_sent_round_trips_sum_seconds, '', 1",
    "source, response-seconds-max, rani_service_source_response_max_seconds, '', 1",
    "mine, gap-nanos, rani_service_mine_gap_seconds, '', 1e9",
    "abcd-monitor, load-bits-per-second, rani_service_abcd_monitor_load_bytes_per_second, '', 8",
    "gateway, exits.connections-total, rani_service_gateway_exits_connections, '', 1",
    "Größe, a b{}\"\u0000, rani_service_gr_e_a_b_, '', 1",
  })
  void unitsAreBaseUnitsAndAddressesBecomeALabel(
      String service, String fact, String metric, String address, double perUnit) {
    assertEquals(new ServiceFactName(metric, address, perUnit), ServiceFactName.of(service, fact));
  }
}
