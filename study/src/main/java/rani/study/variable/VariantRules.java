// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import rani.model.file.Form;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedValue;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Vocabulary;

/**
 * Applies the parts of a file that hold for some variants only: expectations with {@code when}, and
 * the {@code points} of a paper. The tree of a variant contains only its own parts.
 */
public record VariantRules(Labels labels, Problems problems) {
  /** Key of the variants that an expectation is for. */
  public static final String WHEN = "when";

  /** Key under {@code paper} of printed values for certain variants. */
  public static final String POINTS = "points";

  private static final String EXPECT = "expect";
  private static final String PAPER = "paper";
  private static final String VALUES = "values";

  public static final Property PRINTED =
      new Property(
          VALUES,
          new Form.Named(Form.TEXT, new Form.Either(List.of(Form.NUMBER, Form.TEXT))),
          "What the paper prints, by metric: a number or a percentage, either with how far ours may"
              + " be away (39 within 10%), or a bound such as <10.");

  private static final Vocabulary POINT_KEYS =
      Vocabulary.of(
          new Property("at", Labels.LISTS, "Which variants.").required(),
          new Property(VALUES, PRINTED.form(), "What is printed for them, by metric.").required());

  public static final Property PRINTED_POINTS =
      Property.list(
          POINTS, POINT_KEYS, 0, "What the paper prints for some variants, over `values`.");

  /** Returns the tree of one variant, whose labels are {@code own}. */
  public LocatedMap applied(LocatedMap tree, SequencedMap<String, String> own) {
    LocatedMap changed = tree;
    if (tree.get(EXPECT).orElse(null) instanceof LocatedList list) {
      changed = changed.with(EXPECT, tree.keyAt(EXPECT), expectations(list, own));
    }
    if (tree.get(PAPER).orElse(null) instanceof LocatedMap paper && paper.get(POINTS).isPresent()) {
      changed = changed.with(PAPER, tree.keyAt(PAPER), paper(paper, own));
    }
    return changed;
  }

  /** Returns the conditions under {@code when} and {@code at}: values by variable. */
  public List<SequencedMap<String, List<String>>> conditions(LocatedMap tree) {
    List<SequencedMap<String, List<String>>> conditions = new ArrayList<>();
    for (LocatedValue member : new MapReader(tree, problems).values(EXPECT)) {
      if (member instanceof LocatedMap map && map.get(WHEN).isPresent()) {
        conditions.add(labels.lists(new MapReader(map, problems).mapping(WHEN)));
      }
    }
    if (tree.get(PAPER).orElse(null) instanceof LocatedMap paper) {
      for (LocatedValue member : new MapReader(paper, problems).values(POINTS)) {
        if (member instanceof LocatedMap map) {
          conditions.add(labels.lists(new MapReader(map, problems).mapping("at")));
        }
      }
    }
    return conditions;
  }

  private LocatedList expectations(LocatedList list, SequencedMap<String, String> own) {
    List<LocatedValue> kept = new ArrayList<>();
    for (LocatedValue member : list.values()) {
      if (!(member instanceof LocatedMap map) || map.get(WHEN).isEmpty()) {
        kept.add(member);
      } else if (holds(new MapReader(map, problems).mapping(WHEN), own)) {
        kept.add(map.without(WHEN));
      }
    }
    return new LocatedList(list.at(), kept);
  }

  private LocatedMap paper(LocatedMap paper, SequencedMap<String, String> own) {
    MapReader reader = new MapReader(paper, problems);
    LocatedMap values = reader.mapping(VALUES);
    for (LocatedValue member : reader.values(POINTS)) {
      LocatedMap map =
          MapReader.mapOf(member, "each member of `points`", problems)
              .orElseGet(() -> LocatedMap.empty(member.at()));
      MapReader point = new MapReader(map, POINT_KEYS, problems);
      point.require("at");
      point.require(VALUES);
      LocatedMap printed = point.mapping(VALUES);
      if (holds(point.mapping("at"), own)) {
        values = values.overlaidBy(printed);
      }
      point.finish();
    }
    return paper.without(POINTS).with(VALUES, paper.keyAt(VALUES), values);
  }

  private boolean holds(LocatedMap condition, SequencedMap<String, String> own) {
    return labels.lists(condition).entrySet().stream()
        .allMatch(
            asked ->
                own.containsKey(asked.getKey())
                    && asked.getValue().contains(own.get(asked.getKey())));
  }
}
