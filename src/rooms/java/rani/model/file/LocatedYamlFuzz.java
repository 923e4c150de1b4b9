// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class LocatedYamlFuzz {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final String SEED_TEXT =
      """
      topology: lgc-1   # a comment
      defaults: {link: {rate: 200packet/s, delay: 1ms}, "quoted": 'single'}
      nodes:
        n1: {group: [a, b]}
        n7:
          ports: {n1: {receive: 40001, send: 40002}}
      text: |
        block
          more
      folded: >-
        a
        b
      links:
        "n1 -- n7 #2": {n7 -> n1: {loss: 1%}}
      """;

  /** Pieces that YAML gives a meaning to. */
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ":",
          ": ",
          "- ",
          "? ",
          ",",
          "#",
          " #",
          "&a ",
          "*a ",
          "!t ",
          "!!str ",
          "|",
          ">",
          "|9\n",
          "'",
          "\"",
          "\\x",
          "\\u12",
          "%YAML 1.1\n",
          "%TAG ! x\n",
          "---\n",
          "...\n",
          "\n",
          "\t",
          "  ",
          "a",
          "<<",
          "@",
          "`",
          "\u0085",
          "\u2028",
          "\uFEFF",
          "\uD83D\uDE00",
          "é");

  @Property(tries = 3000)
  void garbage_gives_a_tree_or_a_file_error(@ForAll @Size(max = 300) byte[] bytes) {
    read(bytes);
  }

  @Property(tries = 3000)
  void pieces_of_yaml_in_any_order_give_a_tree_or_a_file_error(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(60); i > 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    read(text.toString().getBytes(UTF_8));
  }

  @Property(tries = 3000)
  void a_good_file_with_some_bytes_changed_gives_a_tree_or_a_file_error(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = SEED_TEXT.getBytes(UTF_8);
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] =
          random.nextBoolean() ? (byte) random.nextInt(256) : (byte) PIECES.get(0).charAt(0);
    }
    read(bytes);
  }

  /** The work for one byte, by what it allocates, which does not depend on the machine. */
  private static final long BYTES_PER_BYTE_MAX = 1_000;

  @Example
  void large_hostile_files_take_work_in_proportion() {
    int most = LocatedYaml.FILE_BYTES_MAX;
    for (String piece :
        List.of(
            "{", "- ", "? ", "a: ", "\"", "[a,", "'\n", "!", "&a ", "#\n", "\n", "{a: ", "a\n",
            " ")) {
      byte[] bytes = piece.repeat(most / piece.length()).getBytes(UTF_8);
      byte[] lines =
          (piece.repeat(1000) + "\n").repeat(most / (piece.length() * 1000 + 1)).getBytes(UTF_8);
      for (byte[] hostile : List.of(bytes, lines)) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        read(hostile);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < most * BYTES_PER_BYTE_MAX, () -> piece + ": " + allocated);
      }
    }
  }

  private static void read(byte[] bytes) {
    try {
      LocatedMap tree = LocatedYaml.mapping("f.yaml", bytes);
      String printed = YamlText.print(tree);
      assertEquals(tree, LocatedYaml.mapping("f.yaml", printed.getBytes(UTF_8)), printed);
    } catch (FileError e) {
      assertFalse(e.getMessage().isBlank());
      assertFalse(e.getMessage().chars().anyMatch(c -> c < ' ' && c != '\n'), e.getMessage());
    }
  }
}
