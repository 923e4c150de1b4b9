// SPDX-License-Identifier: Apache-2.0
package rani.report.hostile;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import rani.report.html.Html;
import rani.report.html.PageFrame;
import rani.study.hostile.HostileOutcome;
import rani.study.hostile.HostileSeries;

/** Writes the HTML page of a run of hostile services. */
public final class HostilePage {
  private final HostileSeries series;
  private final List<HostileOutcome> outcomes;
  private final Html page = new Html();

  private HostilePage(HostileSeries series, List<HostileOutcome> outcomes) {
    this.series = series;
    this.outcomes = outcomes;
  }

  /** Returns the page of what the modules of a series came to. */
  public static String html(HostileSeries series, List<HostileOutcome> outcomes)
      throws IOException {
    HostilePage made = new HostilePage(series, outcomes);
    made.page.add("<main>\n");
    made.headline();
    made.attacks();
    made.broken();
    made.page.add("</main>\n");
    return PageFrame.html("Hostile services \u00b7 rani", made.page);
  }

  private List<HostileOutcome> brokenOnes() {
    return outcomes.stream()
        .filter(each -> each.broken().isPresent())
        .sorted(Comparator.comparingLong(HostileOutcome::seed))
        .toList();
  }

  private void headline() {
    long refused = outcomes.stream().filter(each -> each.refused().isPresent()).count();
    long suspended = outcomes.stream().filter(HostileOutcome::suspended).count();
    page.add("<header>\n<h1>Hostile services</h1>\n<p class=\"verdicts\">")
        .verdict(brokenOnes().isEmpty())
        .add(
            " <span>seeds {}\u2026{}: {} modules, {} refused, {} calls, {} failed, {}"
                + " suspended</span></p>\n",
            series.range().first(),
            series.range().last(),
            outcomes.size(),
            refused,
            counted(outcomes.stream().mapToLong(HostileOutcome::calls).sum()),
            counted(outcomes.stream().mapToLong(HostileOutcome::failures).sum()),
            suspended)
        .add(
            "<p>Each module is a service in WebAssembly that does harm on purpose, drawn from its"
                + " seed. It runs on the middle one of five nodes in virtual time, through which"
                + " others send 1,500 packets. An attack may touch what its row says, as any"
                + " service may; all else must arrive at the same times as without the service,"
                + " and all of it after the service was removed. The longest call is processor"
                + " time of this machine.</p>\n</header>\n");
  }

  private static String counted(long number) {
    return "%,d".formatted(number);
  }

  private void attacks() {
    page.section("What became of them");
    page.add("<details open><summary>Each attack</summary>\n"); // the table is what the page is for
    page.table(
        "Attack",
        "May touch",
        "#Modules",
        "#Refused",
        "#Calls",
        "#Failed",
        "#Suspended",
        "#Longest call (ms)",
        "#Others\u2019 packets, least",
        "Such as");
    for (HostileSeries.Sum sum : HostileSeries.sums(outcomes)) {
      page.row(sum.attack())
          .cells(sum.reach())
          .number(
              sum.modules(),
              sum.refused(),
              counted(sum.calls()),
              counted(sum.failures()),
              sum.suspended(),
              "%.1f".formatted(sum.longestCallMillis()),
              sum.refused() == sum.modules() ? "" : counted(sum.othersLeast()))
          .cells(sum.lastFailure())
          .endRow();
    }
    page.endTable().add("</details>\n</section>\n");
  }

  private void broken() {
    if (brokenOnes().isEmpty()) {
      return;
    }
    page.section("What does not hold").table("Seed", "Attack", "What", "See it again");
    for (HostileOutcome each : brokenOnes()) {
      page.row(Long.toString(each.seed()))
          .cells(each.attack().text(), each.broken().orElse(""), series.replay(each.seed()))
          .endRow();
    }
    page.endTable().add("</section>\n");
  }
}
