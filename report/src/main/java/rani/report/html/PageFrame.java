// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The frame of every page: head, style, and scripts. Our own draws the charts; libraries are
 * deflated, and it inflates those that are needed, once they are. A content security policy allows
 * scripts by hash only and forbids every request, so that a page works offline, and would not run
 * an injected script even if escaping failed. The policy includes {@code unsafe-eval}, because Vega
 * compiles expressions.
 */
public final class PageFrame {
  private PageFrame() {}

  /** Returns a complete page; {@code body} is the content between head and scripts. */
  public static String html(String title, Html body) throws IOException {
    return html(title, body, "", List.of());
  }

  /**
   * Returns a complete page, with an additional style sheet and the scripts of the window, which
   * run as a user opens it.
   */
  public static String html(String title, Html body, String style, List<Script> window)
      throws IOException {
    List<Script> charts = ChartLibraries.scripts();
    Script own = Script.of(ChartLibraries.own(PageFrame.class, "report.js"));
    var all = new ArrayList<>(charts);
    all.add(own);
    all.addAll(window);
    Html page = new Html();
    head(page, title, style, all);
    page.add("<body>\n").append(body).add("<!--\n" + ChartLibraries.licences() + "-->\n");
    charts.forEach(script -> deflated(page, "charts", script));
    window.forEach(script -> deflated(page, "window", script));
    page.add("<script>").add(own.text()).add("</script>\n");
    return page.add("</body>\n</html>\n").toString();
  }

  private static void deflated(Html page, String use, Script script) {
    page.add("<script type=\"{}\" data-use=\"{}\">", Html.DEFLATED, use);
    page.add(script.deflated()).add("</script>\n");
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
