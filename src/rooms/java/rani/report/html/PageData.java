// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** The JSON in a page, inflated as the page's own script would. */
public final class PageData {
  private static final Pattern DATA =
      Pattern.compile("<script type=\"(application/[a-z-]+)\" id=\"([^\"]+)\">([^<]*)</script>");

  private PageData() {}

  /** Returns the JSON with this identifier. */
  public static String of(String page, String id) {
    return DATA.matcher(page)
        .results()
        .filter(element -> element.group(2).equals(id))
        .map(PageData::json)
        .collect(Collectors.joining());
  }

  /** Returns all JSON of a page. */
  public static String all(String page) {
    return DATA.matcher(page).results().map(PageData::json).collect(Collectors.joining("\n"));
  }

  private static String json(MatchResult element) {
    if (element.group(1).equals("application/json")) {
      return element.group(3);
    }
    byte[] bytes = Base64.getDecoder().decode(element.group(3));
    try (var in = new InflaterInputStream(new ByteArrayInputStream(bytes), new Inflater(true))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
