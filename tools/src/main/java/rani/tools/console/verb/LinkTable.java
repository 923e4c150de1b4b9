// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.ArrayList;
import java.util.List;
import rani.json.JsonObject;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** Table of link directions with their states and parameters. */
public final class LinkTable extends Table {
  /** Parameters between 0 and 1, by their keys in facts. */
  private static final List<String> FRACTIONS = List.of("loss", "duplicate", "reorder", "corrupt");

  public LinkTable() {
    super("link, state, >rate, >delay, >jitter, >loss, >duplicate, >reorder, >corrupt");
  }

  /** Adds a direction whose sending end is a foreign node, of which nothing is known. */
  public void foreign(String name) {
    row(name, "foreign", "–", "–", "–", "–", "–", "–", "–");
  }

  /** Adds a direction, with facts of the sending end. */
  public void row(String name, JsonObject facts) {
    Object up = facts.find("up");
    List<Object> cells = new ArrayList<>();
    cells.add(name);
    cells.add(
        Shown.holds(facts, "cut") ? "cut" : up == null ? "" : up.equals(true) ? "up" : "down");
    cells.add(LinkParameters.rate(facts.find("rate")));
    cells.add(Quantity.time(facts.find("delay-nanos")));
    cells.add(Quantity.time(facts.find("jitter-nanos")));
    FRACTIONS.forEach(knob -> cells.add(Quantity.percent(facts.find(knob))));
    row(cells);
  }
}
