// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class EditsTest {

  private static final String TEXT =
      """
      name: x
      nodes: {n1: {}, n2: {queue: {limit: 5packet}}, n3: ~}
      links: {n1 -- n2: {delay: 1ms}}
      list: [{name: one, v: 1}, {name: two, v: 2}, plain]
      """;

  @Test
  void a_path_walks_keys_positions_and_names() throws FileError {
    assertChange("nodes.n1.a.b=7", "nodes: {n1: {}", "nodes: {n1: {a: {b: 7}}");
    assertChange("nodes.n2.queue.limit=6packet", "limit: 5packet", "limit: 6packet");
    assertChange("nodes.n3.a=1", "n3: ~", "n3: {a: 1}");
    assertChange("links.n1 -- n2.delay=2ms", "delay: 1ms", "delay: 2ms");
    assertChange("list.0.v=9", "{name: one, v: 1}", "{name: one, v: 9}");
    assertChange("list.two.v=9", "{name: two, v: 2}", "{name: two, v: 9}");
    assertChange("list.2=other", "plain]", "other]");
    assertChange("name=a=b", "name: x", "name: a=b");
    assertChange("name=[1, {a: b}]", "name: x", "name: [1, {a: b}]");
    assertChange("name=", "name: x", "name: ~");
  }

  @Test
  void a_name_that_is_not_there_is_a_mistake_on_the_way_but_not_at_the_end() throws FileError {
    assertChange("nodes.n9={}", "n3: ~", "n3: ~, n9: {}");
    assertEquals(
        "--set nodes.n9.a=1: `nodes` has no `n9`; did you mean `n1`?", errorOf("nodes.n9.a=1"));
    assertEquals(
        "--set links.n1 -- n3.a=1: `links` has no `n1 -- n3`; did you mean `n1 -- n2`?",
        errorOf("links.n1 -- n3.a=1"));
    assertEquals(
        "--set list.three=1: `list` has no `three`; known: `0`, `1`, `2`, `one`, `two`",
        errorOf("list.three=1"));
    assertEquals("--set name.y=1: `name` is the text `x` and has no `y`", errorOf("name.y=1"));
  }

  @Test
  void generated_nodes_may_be_named_though_the_file_does_not() throws FileError {
    LocatedMap tree = read("generate: {linear: {nodes: 3}}\nnodes: {}\n");
    assertEquals(
        read("generate: {linear: {nodes: 3}}\nnodes: {n2: {a: 1}}\n"),
        Edits.apply(tree, Edits.parse(List.of("nodes.n2.a=1"))));
  }

  @Test
  void a_change_that_cannot_be_read_is_named() {
    assertEquals("--set nonsense: expected `path=value`", errorOf("nonsense"));
    assertEquals("--set =1: expected `path=value`", errorOf("=1"));
    assertEquals("--set a..b=1: a piece of the path is empty", errorOf("a..b=1"));
    assertEquals(
        "--set name={a: *x}:1:5: aliases such as `*x` are not allowed; use `defaults` or `groups`"
            + " for values that repeat",
        errorOf("name={a: *x}"));
  }

  @Test
  void changes_are_made_in_order() throws FileError {
    LocatedMap tree = Edits.apply(read(TEXT), Edits.parse(List.of("name=a", "name=b")));
    assertEquals("b", ((LocatedScalar) tree.get("name").orElseThrow()).text());
  }

  /** The change must give the same tree as the text with one piece replaced. */
  private static void assertChange(String set, String before, String after) throws FileError {
    assertTrue(TEXT.contains(before), before);
    assertEquals(
        read(TEXT.replace(before, after)), Edits.apply(read(TEXT), Edits.parse(List.of(set))), set);
  }

  private static String errorOf(String set) {
    return assertThrows(FileError.class, () -> Edits.apply(read(TEXT), Edits.parse(List.of(set))))
        .getMessage();
  }

  private static LocatedMap read(String text) throws FileError {
    return LocatedYaml.mapping("t.yaml", text.getBytes(UTF_8));
  }
}
