// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rani.json.JsonObject;
import rani.world.Facts;

/**
 * The result of one comparison: case, variant and procedure in words; a table whose cells are
 * texts, numbers or {@link Interval}s; goals; and remarks on who is right by which specification.
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
