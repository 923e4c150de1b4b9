// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocatedYamlTest {

  @TempDir Path folder;

  @Test
  void every_value_knows_its_line_and_column() throws FileError {
    LocatedMap root = read("topology: t\nnodes:\n  n1: {limit: 5packet, list: [a, b]}\n");

    LocatedMap nodes = (LocatedMap) root.get("nodes").orElseThrow();
    LocatedMap n1 = (LocatedMap) nodes.get("n1").orElseThrow();
    assertEquals(new Location("t.yaml", 3, 3), nodes.keyAt("n1"));
    assertEquals(new Location("t.yaml", 3, 7), n1.at());
    assertEquals(new Location("t.yaml", 3, 15), n1.get("limit").orElseThrow().at());
    LocatedList list = (LocatedList) n1.get("list").orElseThrow();
    assertEquals(new Location("t.yaml", 3, 34), list.values().get(1).at());
  }

  @Test
  void yes_and_octal_stay_text_as_yaml_1_2_says() throws FileError {
    LocatedMap root = read("a: on\nb: 012\nc: ~\nd: ''\n");

    assertEquals("on", ((LocatedScalar) root.get("a").orElseThrow()).text());
    assertEquals("012", ((LocatedScalar) root.get("b").orElseThrow()).text());
    assertTrue(root.get("c").orElseThrow().isNull());
    assertTrue(root.get("d").filter(value -> !value.isNull()).isPresent());
  }

  @Test
  void a_duplicate_key_names_both_lines() {
    assertEquals(
        "t.yaml:4:3: duplicate key `n1`, first given in line 2",
        errorOf("nodes:\n  n1: {}\n  n2: {}\n  n1: {}\n"));
  }

  private static LocatedMap foreign(String yaml) throws FileError {
    return LocatedYaml.foreignMapping("t.yaml", yaml.getBytes(UTF_8));
  }

  @Test
  void in_files_of_other_programs_aliases_stand_for_values() throws FileError {
    LocatedMap read = foreign("a: &x {k: 1}\nb: [*x, &x y, *x]\nc: *x\n");

    assertEquals(foreign("a: {k: 1}\nb: [{k: 1}, y, y]\nc: y\n"), read);
  }

  @Test
  void merge_keys_yield_to_keys_and_the_first_mapping_to_none() throws FileError {
    String anchors = "x: &x {a: 1, b: 1}\ny: &y {b: 2, c: 2}\n";

    assertEquals(
        foreign("{a: 3, b: 1, c: 2}"),
        foreign(anchors + "z: {<<: [*x, *y], a: 3}\n").get("z").orElseThrow());
    assertEquals(
        foreign("{b: 3, c: 2, d: 4}"),
        foreign(anchors + "z: {b: 3, <<: *y, d: 4}\n").get("z").orElseThrow());
    assertEquals(1, foreign("'<<': {a: 1}\n").keys().size(), "in quotes it is a key");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: *x | 1:4: no value with the anchor `&x` ends before this alias",
        "a: &x [*x] | 1:8: no value with the anchor `&x` ends before this alias",
        "a: &long 1;b: *lang | 2:4: no value with the anchor `&lang`",
        "a: &x 1;b: {<<: *x} | 1:4: `<<` takes mappings to be merged, found `1`",
        "a: !!set {x} | 1:4: tags such as",
      })
  void aliases_that_cannot_stand_for_anything_are_refused(String yaml, String told) {
    FileError error = assertThrows(FileError.class, () -> foreign(yaml.replace(';', '\n')));
    assertTrue(error.getMessage().contains("t.yaml:" + told), error::getMessage);
  }

  @Test
  void what_aliases_stand_for_is_bounded_in_number_and_depth() {
    String many = "a: &a [" + "1, ".repeat(999) + "1]\nb: [" + "*a, ".repeat(100) + "*a]\n";
    FileError tooMany = assertThrows(FileError.class, () -> foreign(many));
    assertTrue(tooMany.getMessage().contains("t.yaml:2:"), tooMany::getMessage);
    assertTrue(tooMany.getMessage().contains("more than 100000 values"), tooMany::getMessage);

    StringBuilder deep = new StringBuilder("a0: &a0 [1]\n");
    for (int k = 1; k <= LocatedYaml.DEPTH_MAX; k++) {
      deep.append("a%d: &a%d [*a%d]\n".formatted(k, k, k - 1));
    }
    FileError tooDeep = assertThrows(FileError.class, () -> foreign(deep.toString()));
    assertTrue(tooDeep.getMessage().contains("nested deeper than 50 levels"), tooDeep::getMessage);
  }

  @Test
  void an_alias_is_refused_and_so_is_its_anchor() {
    assertEquals(
        "t.yaml:1:4: anchors such as `&x` are not allowed; use `defaults` or `groups` for values"
            + " that repeat; quote a text that begins with &",
        errorOf("a: &x {b: 1}\nc: *x\n"));
    assertTrue(errorOf("c: *x\n").startsWith("t.yaml:1:4: aliases such as `*x` are not allowed"));
  }

  @Test
  void a_tag_is_refused() {
    assertTrue(errorOf("a: !!python/object:os.system x\n").startsWith("t.yaml:1:4: tags such as"));
  }

  @Test
  void a_second_document_is_refused() {
    assertEquals(
        "t.yaml:2:1: a second document begins here; one file holds one topology or experiment",
        errorOf("a: 1\n---\nb: 2\n"));
  }

  @Test
  void nesting_ends_at_the_limit() throws FileError {
    read("a: " + "[".repeat(49) + "]".repeat(49));
    assertEquals(
        "t.yaml:1:53: nested deeper than 50 levels",
        errorOf("a: " + "[".repeat(50) + "]".repeat(50)));
    assertTrue(errorOf("a: " + "[\n".repeat(1_000_000)).contains("nested deeper than 50 levels"));
  }

  @Test
  void a_line_has_a_greatest_length() throws FileError {
    read("a: '" + "x".repeat(LocatedYaml.LINE_CHARS_MAX - 5) + "'\nb: 1\n");
    assertEquals(
        "t.yaml:2:100001: this line is longer than 100000 characters",
        errorOf("a: 1\nb: " + "x".repeat(LocatedYaml.LINE_CHARS_MAX)));
  }

  @Test
  void an_empty_file_says_so_whatever_it_is_empty_with() {
    for (String text : List.of("", "\n\n", "# only a comment\n", "---\n", "~\n", "\uFEFF")) {
      assertEquals(
          "t.yaml:1:1: the file is empty; a file begins with `topology: NAME` or `experiment:"
              + " NAME`",
          errorOf(text),
          text);
    }
  }

  @Test
  void plain_text_and_a_list_are_not_a_file_of_ours() {
    assertEquals(
        "t.yaml:1:1: expected keys and values, found `hello there`; a file begins with `topology:"
            + " NAME` or `experiment: NAME`",
        errorOf("hello there\n"));
    assertTrue(
        errorOf("- a\n- b\n").startsWith("t.yaml:1:1: expected keys and values, found a list"));
  }

  @Test
  void broken_yaml_names_the_place() {
    assertTrue(errorOf("a: [1, 2\nb: 3\n").startsWith("t.yaml:2:2: not YAML: "));
    assertTrue(errorOf("a:\n\t- b\n").startsWith("t.yaml:2:1: not YAML: "));
  }

  @Test
  void a_link_number_without_quotes_gets_a_hint_because_yaml_takes_it_for_a_comment() {
    String error = errorOf("links:\n  n1 -- n2: {}\n  n1 -- n2 #2: {}\n");
    assertTrue(
        error.endsWith("; a space before # begins a comment: write the key of line 3 in quotes"),
        error);
  }

  @Test
  void a_complex_key_is_refused() {
    assertEquals("t.yaml:1:3: a key must be text, found a list", errorOf("? [a]\n: b\n"));
    assertEquals("t.yaml:1:5: a key must be text, found nothing", errorOf("a: {~: b}\n"));
  }

  @Test
  void bytes_that_are_not_text_are_named_with_their_place() {
    assertEquals(
        "t.yaml:2:4: this is not UTF-8 text; is it a binary file?",
        errorOf(new byte[] {'a', ':', '\n', 'b', ':', ' ', (byte) 0xFF, 'x'}));
    assertEquals(
        "t.yaml:1:3: this is not text: it contains the character U+0000; is it a binary file?",
        errorOf(new byte[] {'a', ':', 0, 0}));
    assertEquals(
        "t.yaml:1:1: this is UTF-16 text; save it as UTF-8", errorOf("a: b\n".getBytes(UTF_16)));
  }

  @Test
  void a_missing_file_names_the_nearest_in_its_folder() throws IOException {
    Files.writeString(folder.resolve("lgc-1.yaml"), "topology: x");
    Path missing = folder.resolve("lgc-l.yaml");
    assertEquals(
        missing + ": no such file; did you mean `" + folder.resolve("lgc-1.yaml") + "`?",
        loadErrorOf(missing));
    assertEquals(
        "/no/such/folder/x.yaml: no such file", loadErrorOf(Path.of("/no/such/folder/x.yaml")));
  }

  @Test
  void a_directory_is_not_a_file() {
    assertEquals(folder + ": this is a directory, not a file", loadErrorOf(folder));
  }

  @Test
  void a_file_without_permission_says_so_but_root_needs_none() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret.yaml"), "topology: x");
    assumeFalse(!secret.toFile().setReadable(false), "no permissions here");
    if (System.getProperty("user.name").equals("root")) {
      assertEquals(read("topology: x").get("topology"), LocatedYaml.load(secret).get("topology"));
    } else {
      assertEquals(secret + ": no permission to read this file", loadErrorOf(secret));
    }
  }

  @Test
  void what_fails_as_it_is_read_says_why() {
    Path memory = Path.of("/proc/self/mem");
    assumeFalse(!Files.exists(memory), "no /proc/self/mem here");
    assertEquals(
        "/proc/self/mem: cannot be read: java.io.IOException: Input/output error",
        loadErrorOf(memory));
  }

  @Test
  void a_file_of_100_megabytes_is_refused_by_its_size_alone() throws IOException {
    Path large = folder.resolve("large.yaml");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(100_000_000);
    }
    assertEquals(
        large + ": too large: 100000000 bytes, at most 4000000 bytes are read", loadErrorOf(large));
  }

  @Test
  void a_device_without_end_is_refused() {
    Path endless = Path.of("/dev/zero");
    assumeFalse(!Files.exists(endless), "no /dev/zero here");
    assertEquals("/dev/zero: this is a device, not a file", loadErrorOf(endless));
  }

  @Test
  void a_tree_can_be_overlaid_key_by_key() throws FileError {
    LocatedMap base = read("a: {x: 1, y: 2}\nb: 3\n");
    LocatedMap over = read("a: {y: 5, z: ~}\nc: 4\n");

    assertEquals(read("a: {x: 1, y: 5, z: ~}\nb: 3\nc: 4\n"), base.overlaidBy(over));
    assertEquals(Optional.empty(), base.overlaidBy(over).get("d"));
  }

  private static LocatedMap read(String text) throws FileError {
    return LocatedYaml.mapping("t.yaml", text.getBytes(UTF_8));
  }

  private static String errorOf(String text) {
    return errorOf(text.getBytes(UTF_8));
  }

  private static String errorOf(byte[] bytes) {
    return assertThrows(FileError.class, () -> LocatedYaml.mapping("t.yaml", bytes)).getMessage();
  }

  private static String loadErrorOf(Path path) {
    return assertThrows(FileError.class, () -> LocatedYaml.load(path)).getMessage();
  }
}
