// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What services said of themselves: node → service → name → value.
 *
 * @param atFrom as the observed span began; empty where it begins with the run
 * @param atUntil as it ended
 * @param atEnd at the end of the run
 */
public record ServiceFacts(
    Map<String, ? extends Map<String, ?>> atFrom,
    Map<String, ? extends Map<String, ?>> atUntil,
    Map<String, ? extends Map<String, ?>> atEnd) {

  /** Those of a run that is observed from its beginning to its end. */
  public static ServiceFacts atEnd(Map<String, ? extends Map<String, ?>> facts) {
    return new ServiceFacts(new LinkedHashMap<>(), facts, facts);
  }

  /**
   * By how much a fact of one service of all nodes has grown within the span; a service that was
   * stopped and began again from nothing has not grown.
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

  /** What a service said at the end of the run, by the nodes that have it. */
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

  /** A fact of a service at the end of the run, over all nodes. */
  public double sum(String service, String name) {
    return of(service).values().stream().mapToDouble(facts -> number(facts, name)).sum();
  }

  /** A fact of a service; 0 if it has none of that name. */
  public static double number(@Nullable Object facts, String name) {
    return facts instanceof Map<?, ?> values && values.get(name) instanceof Number number
        ? number.doubleValue()
        : 0;
  }
}
