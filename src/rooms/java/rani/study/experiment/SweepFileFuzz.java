// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import rani.model.file.FileError;
import rani.model.menu.Menus;

/** Whatever is done to a file, it is read or refused in words. */
class SweepFileFuzz {

  private static final String SWEPT =
      """
      experiment: swept
      topology:
        nodes: {n1: {}, n2: {}, n7: {queue: {limit: 9packet}}, n8: {}}
        links: {n1 -- n7: {}, n2 -- n7: {}, n7 -- n8: {delay: "${delay}"}}
      traffic:
        - {from: n1..n2, to: n8, packets: "${packets: 10, 20}", gap: "${1s..1s step 1s}"}
      sweep:
        variables: {delay: [10ms, 20ms..20ms step 10ms], n: 1..3}
        variants:
          limiter:
            lgc: {}
            none: {remove: [topology.nodes.n7.queue], set: {traffic.0.gap: 2s}}
        constraints: ["${delay} * 2 <= 30ms || ${limiter} == lgc", "${n} % 2 == 1"]
        pick: {n: [1, 3]}
        seeds: 1..9
        repeat: 2
        baseline: {limiter: lgc}
      run: {until: 10s}
      title: ${n} of ${limiter}
      expect:
        - {name: half, metric: through.n1, above: 50%, when: {limiter: lgc}}
      paper:
        cite: x
        values: {a.c: 1}
        points: [{at: {delay: 10ms..20ms step 10ms}, values: {a.b: 1}}]
      plots: [{x: delay, metric: through.n1, by: limiter}]
      """;

  private static final List<String> PIECES =
      List.of(
          "${",
          "}",
          "..",
          " step ",
          "*",
          "[",
          "]",
          "{",
          ": ",
          ",",
          "\"",
          "~",
          "n",
          "0",
          "-1",
          "ms",
          "%",
          "/",
          "(",
          ")",
          "&&",
          "lgc",
          "delay",
          "1..9999999",
          "99999999999999999999",
          "\n  ",
          "#",
          "${delay}",
          "${limiter}",
          "1e9",
          "'",
          "min(",
          "^",
          "--");

  private Path folder = Path.of("");

  @BeforeProperty
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("rani-fuzz");
  }

  @AfterProperty
  void removeFolder() throws IOException {
    Files.deleteIfExists(folder.resolve("e.yaml"));
    Files.delete(folder);
  }

  @Property(tries = 300)
  void a_spoilt_file_is_read_or_refused_in_words(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(SWEPT);
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      int from = random.nextInt(text.length());
      int to = Math.min(text.length(), from + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(from, to);
        case 1 -> text.insert(from, PIECES.get(random.nextInt(PIECES.size())));
        case 2 -> text.replace(from, to, PIECES.get(random.nextInt(PIECES.size())));
        default -> text.insert(from, text.substring(from, to));
      }
    }
    Path file = Files.writeString(folder.resolve("e.yaml"), text);
    try {
      Sweep sweep = SweepFile.load(file, List.of(), List.of(), Menus.catalog());
      Files.writeString(file, sweep.text());
      assertEquals(sweep, SweepFile.load(file, List.of(), List.of(), Menus.catalog()));
    } catch (FileError e) {
      assertFalse(e.getMessage().isBlank());
      assertFalse(e.problems().isEmpty());
    }
  }
}
