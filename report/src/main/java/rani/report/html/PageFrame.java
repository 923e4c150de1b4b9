// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The frame of every page: head, style, and the scripts that draw its charts. A content security
 * policy allows scripts by hash only and forbids every request, so that a page works offline, and
 * would not run an injected script even if escaping failed. The policy includes {@code
 * unsafe-eval}, because Vega compiles expressions.
 */
public final class PageFrame {
  private PageFrame() {}

  /** Returns a complete page; {@code body} is the content between head and scripts. */
  public static String html(String title, Html body) throws IOException {
    return html(title, body, "", List.of());
  }

  /** Returns a complete page, with an additional style sheet and additional scripts. */
  public static String html(String title, Html body, String style, List<Script> more)
      throws IOException {
    var scripts = new ArrayList<>(ChartLibraries.scripts());
    scripts.add(Script.of(ChartLibraries.own(PageFrame.class, "report.js")));
    scripts.addAll(more);
    Html page = new Html();
    head(page, title, style, scripts);
    page.add("<body>\n").append(body).add("<!--\n" + ChartLibraries.licences() + "-->\n");
    scripts.forEach(script -> page.add("<script>").add(script.text()).add("</script>\n"));
    return page.add("</body>\n</html>\n").toString();
  }

  private static void head(Html page, String title, String style, List<Script> scripts)
      throws IOException {
    var policy = new StringBuilder("default-src 'none'; img-src data: blob:; ");
    policy.append("style-src 'unsafe-inline'; script-src 'unsafe-eval'");
    scripts.forEach(script -> policy.append(" 'sha256-").append(script.sha256()).append('\''));
    page.add(
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="{}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{}</title>
        <style>
        """,
        policy,
        title);
    String own = ChartLibraries.own(PageFrame.class, "report.css");
    page.add(own + style + "</style>\n</head>\n");
  }
}
