// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rani.fixture.PageData;

class HtmlTest {
  @Test
  void aTableOfTwentyRowsIsOpenAndOneOfTwentyOneIsFolded() {
    String open = table(20).toString();
    String folded = table(21).toString();

    assertFalse(open.contains("<details"), open);
    assertFalse(open.contains("data-rows"), open);
    assertTrue(folded.startsWith("<details class=\"rows\"><summary>All 21 rows"), folded);
    assertTrue(folded.endsWith("</table></div>\n</details>\n"), folded);
  }

  @Test
  void aLongTableInAFoldIsNotFoldedTwice() {
    var page = new Html().add("<details><summary>All</summary>\n");
    rows(page, 30).add("</details>\n");

    assertEquals(2, page.toString().split("<details", -1).length, page.toString());
    assertTrue(page.toString().contains("data-rows=\"30\""), page.toString());
  }

  @Test
  void theContentsNameEachSectionOnceEvenIfTitlesAreAlikeOrHostile() {
    var page = new Html().add("<header></header>\n").contents();
    for (String title : new String[] {"The queue", "The queue", "\"><b>", "\u00e9"}) {
      page.section(title).add("</section>\n");
    }
    String html = page.toString();
    String contents = html.substring(html.indexOf("<nav"), html.indexOf("</nav>"));

    assertTrue(html.startsWith("<header></header>\n<nav"), html);
    assertTrue(contents.contains("<a href=\"#the-queue\">The queue</a>"), contents);
    assertTrue(contents.contains("<a href=\"#section-2\">The queue</a>"), contents);
    assertTrue(contents.contains("<a href=\"#b\">&quot;&gt;&lt;b&gt;</a>"), contents);
    assertTrue(contents.contains("<a href=\"#section-4\">\u00e9</a>"), contents);
    assertTrue(html.contains("<section id=\"section-4\">"), html);
  }

  @Test
  void aLongSpecificationIsDeflatedAndCanBeReadBack() {
    String spec = "{\"text\":\"" + "caf\u00e9 ".repeat(Html.PLAIN_CHARACTERS_MAX) + "\"}";
    String html = new Html().figure("one", "one", "", spec).toString();

    assertTrue(html.length() < spec.length() / 15, () -> html.length() + " characters");
    assertEquals(spec, PageData.of(html, "spec-one"));
  }

  @Test
  void nothingInAShortSpecificationEndsItsElement() {
    String html = new Html().figure("one", "one", "", "{\"text\":\"</script><b>&\"}").toString();

    assertTrue(html.contains("{\"text\":\"\\u003c/script\\u003e\\u003cb\\u003e\\u0026\"}"), html);
    assertEquals(2, html.split("</script>", -1).length, html);
  }

  private static Html table(int rows) {
    return rows(new Html(), rows);
  }

  private static Html rows(Html page, int rows) {
    page.table("Node", "#Packets");
    for (int i = 0; i < rows; i++) {
      page.row("n" + i).number(i).endRow();
    }
    return page.endTable();
  }
}
