// SPDX-License-Identifier: Apache-2.0
package rani.manual;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ManualTextTest {
  @Test
  void tagsAreTakenOffAndParagraphsStay() {
    String comment =
        """
         <b>lgc</b> - limits {@code a > b}.

         <p>See {@link rani.aqm.Red} and {@link #notes the notes} &amp; more.

         @param x nothing
        """;
    assertEquals(
        "lgc - limits `a > b`.\n\nSee Red and the notes & more.\n", ManualText.plain(comment));
  }

  @Test
  void codeMayHoldBraces() {
    assertEquals(
        "`n7: {services: {lgc: {}}}`\n", ManualText.plain("{@code n7: {services: {lgc:\n {}}}}"));
  }

  @Test
  void codeThatBeginsOnTheNextLineHasNoBlankBeforeIt() {
    assertEquals("has `no-room`, too\n", ManualText.plain(" has {@code\n no-room}, too"));
  }

  @Test
  void itemsAreMarkedAndLongLinesAreBroken() {
    String word = "x".repeat(30);
    assertEquals(
        "* %s %s\n  %s\n\n* b\n".formatted(word, word, word),
        ManualText.plain("<ul><li>%s %s %s <li>b</ul>".formatted(word, word, word)));
  }

  @Test
  void whatIsLaidOutStaysSo() {
    assertEquals("a\n\n    b\n      c\n\nd\n", ManualText.plain("a <pre>\nb\n  c\n</pre> d"));
  }

  @Test
  void theFirstSentenceSumsUp() {
    assertEquals("echo - does it.", ServiceManual.summary("echo - does\nit. More.\n\nYet more"));
    assertEquals("echo", ServiceManual.summary("echo"));
  }
}
