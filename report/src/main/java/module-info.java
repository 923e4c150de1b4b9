// SPDX-License-Identifier: Apache-2.0

/** What came out: reports, the window, and the tables of documents. */
module rani.report {
  requires transitive rani.study;
  requires static org.jspecify;
  requires org.slf4j;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports rani.report;
  exports rani.report.compare to
      rani.tools;
  exports rani.report.figure to
      rani.tools;
  exports rani.report.hostile to
      rani.tools;
  exports rani.report.index to
      rani.tools;
  exports rani.report.paper to
      rani.tools;
  exports rani.report.place to
      rani.tools;
  exports rani.report.plot to
      rani.tools;
  exports rani.report.publish to
      rani.tools;
  exports rani.report.run;
  exports rani.report.window to
      rani.tools;

  opens rani.report to
      rani.core,
      tools.jackson.databind;
  opens rani.report.index to
      rani.core,
      tools.jackson.databind;
  opens rani.report.plot to
      rani.core,
      tools.jackson.databind;
  opens rani.report.run to
      rani.core,
      tools.jackson.databind;
  opens rani.report.slurm to
      rani.core,
      tools.jackson.databind;
  opens rani.report.window to
      rani.core,
      tools.jackson.databind;
}
