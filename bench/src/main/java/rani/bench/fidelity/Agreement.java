// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What one comparison came to.
 *
 * @param name of the case
 * @param variant in words, such as {@code one flow without loss}
 * @param compared what was done on both sides, in a sentence or two
 * @param columns of the table
 * @param rows a cell for each column: a text, a whole number, a number or an {@link Interval}
 * @param goals what it should come to; none where nothing was promised
 * @param remarks what differs, and which side is right by which sentence
 */
public record Agreement(
    String name,
    String variant,
    String compared,
    List<String> columns,
    List<List<Object>> rows,
    List<Goal> goals,
    List<String> remarks) {

  public Agreement {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    goals = List.copyOf(goals);
    remarks = List.copyOf(remarks);
  }

  /** Whether no goal is missed beyond doubt. */
  public boolean holds() {
    return goals.stream().noneMatch(goal -> goal.verdict() == Verdict.DIFFERS);
  }

  /** For programs. */
  public SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("fidelity", name);
    facts.put("variant", variant);
    List<Object> table = new ArrayList<>();
    for (List<Object> row : rows) {
      SequencedMap<String, Object> cells = new LinkedHashMap<>();
      for (int column = 0; column < columns.size(); column++) {
        Object cell = row.get(column);
        cells.put(columns.get(column), cell instanceof Interval interval ? interval.facts() : cell);
      }
      table.add(cells);
    }
    facts.put("rows", table);
    facts.put("goals", goals.stream().map(Goal::facts).toList());
    facts.put("remarks", remarks);
    return facts;
  }
}
