// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.Objects;
import rani.nodehost.conversation.CodeFacts;
import rani.report.html.Html;
import rani.report.paper.Figures;
import rani.study.trial.ServicesAtEnd;

/** The sections of a run's page about services that failed, and about code in WebAssembly. */
record ServiceSection(ReportInput input, Html page) {
  /** The identifier of the section about failures. */
  static final String ID = "failed-services";

  private static final int HASH_DIGITS = 8;

  void write() {
    failures();
    code();
  }

  /** Returns how many services failed and were suspended, as a sentence without its end. */
  static String inWords(List<ServicesAtEnd.Failure> failures) {
    long suspended = failures.stream().filter(ServicesAtEnd.Failure::suspended).count();
    return Figures.counted(failures.size(), "service")
        + " failed"
        + (suspended == 0 ? "" : ", " + suspended + " suspended");
  }

  private void failures() {
    if (input.failedServices().isEmpty()) {
      return;
    }
    page.section(ID, "Services that failed");
    page.table("Node", "Service", "#Failures", "In the end", "Last failure");
    for (ServicesAtEnd.Failure each : input.failedServices()) {
      page.row(each.node()).cells(each.service()).number(each.failures());
      page.cells(each.suspended() ? "suspended" : "ran on", each.lastFailure()).endRow();
    }
    page.endTable();
    page.note(
        "A service that fails three times in a row is suspended: it is not called any more."
            + (input.trials().isEmpty() ? "" : " Failures are those of all trials."));
    page.add("</section>\n");
  }

  private void code() {
    if (input.code().isEmpty()) {
      return;
    }
    page.section("Code in WebAssembly");
    page.table("Node", "Code", "From", "State", "#Packets", "#Calls", "#Fuel", "#Traps", "Trouble");
    for (ServicesAtEnd.Code each : input.code()) {
      CodeFacts code = each.facts();
      String hash = code.sha256().substring(0, Math.min(HASH_DIGITS, code.sha256().length()));
      page.row(each.node())
          .cells(code.name().contains("@") ? code.name() : code.name() + "@" + hash)
          .cells(from(code.origin()), code.state())
          .number(code.packets(), code.calls(), code.fuelUsed(), code.traps())
          .cells(
              Objects.requireNonNullElse(
                  code.lastFailure(), Objects.requireNonNullElse(code.refusal(), "")))
          .endRow();
    }
    page.endTable();
    page.note("As nodes had it at the end of the run; fuel is counted instructions.");
    page.add("</section>\n");
  }

  /** Returns an origin whose address is a node's name if the network has it. */
  private String from(String origin) {
    int address = origin.lastIndexOf(' ') + 1;
    return origin.substring(0, address) + input.queue().nameOf(origin.substring(address));
  }
}
