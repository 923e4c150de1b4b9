// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Facts that services reported: node → service → name → value.
 *
 * @param atFrom facts at the start of the observed span; empty if the span begins with the run
 * @param atUntil facts at the end of the span
 * @param atEnd facts at the end of the run
 */
public record ServiceFacts(
    Map<String, ? extends Map<String, ?>> atFrom,
    Map<String, ? extends Map<String, ?>> atUntil,
    Map<String, ? extends Map<String, ?>> atEnd) {

  /** Makes the facts of a run that is observed from beginning to end. */
  public static ServiceFacts atEnd(Map<String, ? extends Map<String, ?>> facts) {
    return new ServiceFacts(new LinkedHashMap<>(), facts, facts);
  }

  /**
   * Returns the growth of a service's fact within the span, summed over all nodes. A service that
   * was restarted counts as 0 if its fact is lower than before.
   */
  public double grown(String service, String name) {
    double sum = 0;
    for (Map.Entry<String, ? extends Map<String, ?>> node : atUntil.entrySet()) {
      Map<String, ?> before = atFrom.get(node.getKey());
      double old = before == null ? 0 : number(before.get(service), name);
      sum += Math.max(0, number(node.getValue().get(service), name) - old);
    }
    return sum;
  }

  /** Returns a service's facts at the end of the run, by node. */
  public SequencedMap<String, Map<?, ?>> of(String service) {
    SequencedMap<String, Map<?, ?>> said = new LinkedHashMap<>();
    atEnd.forEach(
        (node, services) -> {
          if (services.get(service) instanceof Map<?, ?> facts) {
            said.put(node, facts);
          }
        });
    return said;
  }

  /** Returns the sum over all nodes of a service's fact at the end of the run. */
  public double sum(String service, String name) {
    return of(service).values().stream().mapToDouble(facts -> number(facts, name)).sum();
  }

  /** Returns a fact of a service; 0 if it has no number of that name. */
  public static double number(@Nullable Object facts, String name) {
    return facts instanceof Map<?, ?> values && values.get(name) instanceof Number number
        ? number.doubleValue()
        : 0;
  }
}
