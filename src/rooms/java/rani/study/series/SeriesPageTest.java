// SPDX-License-Identifier: Apache-2.0
package rani.study.series;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The table of series on docs/plots.md is made from their descriptions. */
class SeriesPageTest {
  private static final Path PAGE = Path.of("../..", "docs", "plots.md");
  private static final boolean REWRITE = Boolean.getBoolean("rani.tables");
  private static final String MARK = "<!-- series -->\n| series | unit | values |\n|---|---|---|\n";
  private static final String END = "<!-- end -->";

  @Test
  void thePageHasAllSeries() throws Exception {
    String page = Files.readString(PAGE);
    int start = page.indexOf(MARK) + MARK.length();
    int end = page.indexOf(END, start);
    String made = SeriesName.table();
    if (REWRITE) {
      Files.writeString(PAGE, page.substring(0, start) + made + page.substring(end));
    } else {
      assertEquals(made, page.substring(start, end), "`-Drani.tables=true` writes it again");
    }
  }
}
