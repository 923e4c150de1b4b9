// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class LocatedTreeProperties {

  private static final Location AT = Location.ofFile("made");

  @Property(tries = 500)
  void a_printed_tree_reads_back_to_an_equal_one(@ForAll("trees") LocatedMap tree)
      throws FileError {
    assertEquals(tree, read(YamlText.print(tree)), YamlText.print(tree));
  }

  @Property(tries = 500)
  void every_place_points_at_the_text_that_stands_there(@ForAll("trees") LocatedMap tree)
      throws FileError {
    String text = YamlText.print(tree);
    assertPlaces(read(text), text.lines().toList());
  }

  @Property(tries = 500)
  void what_a_tree_says_beyond_another_laid_over_it_gives_the_tree(
      @ForAll("trees") LocatedMap base, @ForAll("trees") LocatedMap tree) {
    LocatedMap whole = base.overlaidBy(tree);
    assertEquals(whole, base.overlaidBy(whole.beyond(base)));
  }

  @Property(tries = 500)
  void laying_a_tree_over_itself_changes_nothing(@ForAll("trees") LocatedMap tree) {
    assertEquals(tree, tree.overlaidBy(tree));
    assertTrue(tree.beyond(tree).entries().isEmpty());
  }

  @Property(tries = 500)
  void the_nearest_to_a_known_name_is_itself(@ForAll("names") List<String> known) {
    for (String name : known) {
      assertEquals(name, Nearest.to(name, known).orElseThrow());
    }
  }

  /** Plain scalars and keys must begin where the tree says; quotes may stand before others. */
  private static void assertPlaces(LocatedValue value, List<String> lines) {
    switch (value) {
      case LocatedMap map ->
          map.entries()
              .forEach(
                  (key, entry) -> {
                    String rest = rest(entry.keyAt(), lines);
                    assertTrue(rest.startsWith(key) || isQuote(rest), key + " at " + rest);
                    assertPlaces(entry.value(), lines);
                  });
      case LocatedList list -> list.values().forEach(member -> assertPlaces(member, lines));
      case LocatedScalar scalar -> {
        String rest = rest(scalar.at(), lines);
        assertTrue(scalar.quoted() ? isQuote(rest) : rest.startsWith(scalar.text()), rest);
      }
    }
  }

  private static String rest(Location at, List<String> lines) {
    return lines.get(at.line() - 1).substring(at.column() - 1);
  }

  private static boolean isQuote(String rest) {
    return rest.startsWith("\"") || rest.startsWith("'") || rest.startsWith("? ");
  }

  private static LocatedMap read(String text) throws FileError {
    return LocatedYaml.mapping("t.yaml", text.getBytes(UTF_8));
  }

  @Provide
  Arbitrary<List<String>> names() {
    return Arbitraries.strings()
        .alpha()
        .numeric()
        .ofMinLength(1)
        .ofMaxLength(8)
        .list()
        .uniqueElements(name -> name.toLowerCase(Locale.ROOT));
  }

  @Provide
  Arbitrary<LocatedMap> trees() {
    return Arbitraries.lazyOf(this::values, this::values)
        .filter(LocatedMap.class::isInstance)
        .map(LocatedMap.class::cast);
  }

  private Arbitrary<LocatedValue> values() {
    return Arbitraries.recursive(this::scalars, this::collections, 1, 3);
  }

  private Arbitrary<LocatedValue> scalars() {
    Arbitrary<String> words =
        Arbitraries.of(
            "10ms",
            "a",
            "n1 -- n2 #2",
            "n1 -> n2",
            "1%",
            "~",
            "null",
            "",
            "true",
            "0x1F",
            "- x",
            "a: b",
            "# no",
            "*x",
            "&x",
            "!t",
            "é…",
            "two\nlines",
            " space ",
            "\"",
            "'",
            "{",
            "?");
    return words.map(word -> new LocatedScalar(AT, word, !isPlain(word)));
  }

  private static boolean isPlain(String word) {
    return word.matches("[\\w%]+");
  }

  private Arbitrary<LocatedValue> collections(Arbitrary<LocatedValue> members) {
    Arbitrary<LocatedValue> lists =
        members.list().ofMaxSize(4).map(values -> new LocatedList(AT, values));
    Arbitrary<String> keys =
        Arbitraries.of("a", "b", "rate", "n1 -- n2", "n1 -- n2 #2", "x y", "q'", "null", "é");
    Arbitrary<LocatedValue> maps =
        Arbitraries.maps(keys, members)
            .ofMaxSize(4)
            .map(
                entries -> {
                  TreeBuilder tree = new TreeBuilder("made");
                  entries.forEach(tree::put);
                  return tree.build();
                });
    return Arbitraries.oneOf(lists, maps, maps);
  }
}
