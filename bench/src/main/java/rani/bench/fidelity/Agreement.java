// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rani.json.JsonObject;
import rani.world.Facts;

/**
 * The result of one comparison.
 *
 * @param name of the case
 * @param variant in words, such as {@code one flow without loss}
 * @param compared the procedure on both sides, in a sentence or two
 * @param columns headings of the table
 * @param rows a cell for each column: a text, a whole number, a number or an {@link Interval}
 * @param goals expected results; may be empty
 * @param remarks differences, and which side is right by which specification
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

  /** Returns whether no goal is missed with significance. */
  public boolean holds() {
    return goals.stream().noneMatch(goal -> goal.verdict() == Verdict.DIFFERS);
  }

  /** Returns the result for JSON. */
  public Facts facts() {
    return new Shown(
        name,
        variant,
        rows.stream().map(this::cells).toList(),
        goals.stream().map(Goal::facts).toList(),
        remarks);
  }

  private JsonObject cells(List<Object> row) {
    Map<String, Object> cells = new LinkedHashMap<>();
    for (int column = 0; column < columns.size(); column++) {
      cells.put(columns.get(column), row.get(column));
    }
    return JsonObject.of(cells);
  }

  private record Shown(
      String fidelity,
      String variant,
      List<JsonObject> rows,
      List<Facts> goals,
      List<String> remarks)
      implements Facts {}
}
