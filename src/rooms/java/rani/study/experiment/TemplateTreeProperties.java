// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.LocatedYaml;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.TreeBuilder;
import rani.model.file.YamlText;
import rani.study.variable.Variable;

class TemplateTreeProperties {

  private static final Location AT = Location.ofFile("made");

  /** Used in every tree, so that none is unused. */
  private static final String ALL = "${a} ${b} ${c}";

  @Property(tries = 300)
  void a_filled_tree_is_the_tree_with_the_texts_replaced(
      @ForAll("trees") LocatedMap tree, @ForAll("values") List<String> values) throws Exception {
    LocatedMap whole = tree.with("all", AT, scalar(ALL));
    Map<String, LocatedScalar> chosen =
        Map.of("a", scalar(values.get(0)), "b", scalar(values.get(1)), "c", scalar(values.get(2)));
    Problems problems = new Problems();
    TemplateTree open = new TemplateTree(whole, declared(), problems);
    problems.throwIfAny();

    assertEquals(replaced(whole, values), open.filled(open.changed(chosen), chosen));
  }

  @Property(tries = 300)
  void a_printed_tree_has_the_same_variables_and_fillings(@ForAll("trees") LocatedMap tree)
      throws Exception {
    LocatedMap whole =
        tree.with("all", AT, scalar(ALL)).with("own", AT, scalar("${x: 1..3} ${2, 3}"));
    LocatedMap again = LocatedYaml.mapping("t.yaml", YamlText.print(whole).getBytes(UTF_8));
    TemplateTree open = open(whole);
    TemplateTree reread = open(again);

    assertEquals(List.of("a", "b", "c", "x", "own"), List.copyOf(open.variables().keySet()));
    assertEquals(texts(open), texts(reread));
    SequencedMap<String, LocatedScalar> chosen = new LinkedHashMap<>();
    open.variables().forEach((name, variable) -> chosen.put(name, variable.values().getLast()));
    assertEquals(
        open.filled(open.changed(chosen), chosen), reread.filled(reread.changed(chosen), chosen));
  }

  private static TemplateTree open(LocatedMap tree) throws FileError {
    Problems problems = new Problems();
    TemplateTree open = new TemplateTree(tree, declared(), problems);
    problems.throwIfAny();
    return open;
  }

  private static SequencedMap<String, List<String>> texts(TemplateTree open) {
    SequencedMap<String, List<String>> texts = new LinkedHashMap<>();
    open.variables().forEach((name, variable) -> texts.put(name, variable.texts()));
    return texts;
  }

  private static SequencedMap<String, Variable> declared() {
    SequencedMap<String, Variable> declared = new LinkedHashMap<>();
    for (String name : List.of("a", "b", "c")) {
      declared.put(
          name, new Variable(name, AT, List.of(scalar("1"), scalar(name)), new LinkedHashMap<>()));
    }
    return declared;
  }

  private static LocatedValue replaced(LocatedValue value, List<String> values) {
    return switch (value) {
      case LocatedMap map -> {
        TreeBuilder tree = new TreeBuilder("made");
        map.entries().forEach((key, entry) -> tree.put(key, replaced(entry.value(), values)));
        yield tree.build();
      }
      case LocatedList list ->
          new LocatedList(AT, list.values().stream().map(one -> replaced(one, values)).toList());
      case LocatedScalar scalar ->
          new LocatedScalar(
              AT,
              scalar
                  .text()
                  .replace("${a}", values.get(0))
                  .replace("${b}", values.get(1))
                  .replace("${c}", values.get(2)),
              true);
    };
  }

  private static LocatedScalar scalar(String text) {
    return new LocatedScalar(AT, text, true);
  }

  @Provide
  Arbitrary<List<String>> values() {
    return Arbitraries.of("1", "10ms", "n1 -- n2", "", "$", "a: b", "'", "é", "{x}")
        .list()
        .ofSize(3);
  }

  @Provide
  Arbitrary<LocatedMap> trees() {
    Arbitrary<LocatedValue> scalars =
        Arbitraries.of("${a}", "n1..n${b}", "${c}${a}", "x", "${a}: ${b}", "$ {", "'${c}", "}{", "")
            .map(TemplateTreeProperties::scalar);
    return Arbitraries.recursive(() -> scalars, TemplateTreeProperties::collections, 1, 3)
        .map(value -> new TreeBuilder("made").put("top", value).build());
  }

  private static Arbitrary<LocatedValue> collections(Arbitrary<LocatedValue> members) {
    Arbitrary<LocatedValue> lists =
        members.list().ofMaxSize(4).map(values -> new LocatedList(AT, values));
    Arbitrary<LocatedValue> maps =
        Arbitraries.maps(Arbitraries.of("k", "n1 -- n2", "rate", "x y"), members)
            .ofMaxSize(3)
            .map(
                entries -> {
                  TreeBuilder tree = new TreeBuilder("made");
                  entries.forEach(tree::put);
                  return tree.build();
                });
    return Arbitraries.oneOf(lists, maps);
  }
}
