// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.study.observe.ConnectionEnd;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.WindowSample;

/** Connections as a run's JSON has them. */
final class ConnectionFacts {
  private ConnectionFacts() {}

  /** One object per end of a connection, in the order of their first notes. */
  static List<SequencedMap<String, Object>> of(List<ConnectionSeries> connections) {
    return connections.stream().map(ConnectionFacts::facts).toList();
  }

  private static SequencedMap<String, Object> facts(ConnectionSeries connection) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("node", connection.node());
    facts.put("service", connection.service());
    facts.put("connection", connection.name());
    facts.put("state", connection.state());
    connection.openedNanos().ifPresent(opened -> facts.put("opened-seconds", opened / 1e9));
    connection.end().ifPresent(end -> putEnd(facts, end));
    facts.put("retransmissions", connection.retransmissionsTotal());
    facts.put("timeouts", connection.timeoutsTotal());
    facts.put("fast-retransmits", connection.fastRetransmitsTotal());
    if (!connection.windows().isEmpty()) {
      WindowSample last = connection.windows().getLast();
      facts.put("sender", last.state().text());
      facts.put("cwnd", last.cwnd());
      facts.put("ssthresh", last.ssthresh());
      facts.put("srtt-seconds", last.srttNanos() / 1e9);
      facts.put("rto-seconds", last.rtoNanos() / 1e9);
    }
    return facts;
  }

  private static void putEnd(SequencedMap<String, Object> facts, ConnectionEnd end) {
    facts.put("ended-seconds", end.timeNanos() / 1e9);
    facts.put("reason", end.reason());
    facts.put("messages-sent", end.messagesSent());
    facts.put("messages-acknowledged", end.messagesAcknowledged());
    facts.put("messages-received", end.messagesReceived());
    facts.put("bytes-acknowledged", end.bytesAcknowledged());
    facts.put("goodput", end.goodputBitsPerSecond());
  }
}
