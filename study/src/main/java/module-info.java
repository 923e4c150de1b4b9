// SPDX-License-Identifier: Apache-2.0

/** Experiments: their files, trials, observations and sweeps, and networks under random faults. */
module rani.study {
  requires transitive rani.testbed;
  requires EvalEx;
  requires io.netty.common;
  requires java.management;
  requires org.apache.commons.statistics.distribution;
  requires static org.jspecify;
  requires org.slf4j;
  requires rani.services;
  requires rani.sim;
  requires rani.wasm;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports rani.study.chaos to
      rani.report,
      rani.tools;
  exports rani.study.compare to
      rani.report,
      rani.tools;
  exports rani.study.deal to
      rani.report,
      rani.tools;
  exports rani.study.expectation;
  exports rani.study.experiment;
  exports rani.study.flow;
  exports rani.study.hostile to
      rani.report,
      rani.tools;
  exports rani.study.observe;
  exports rani.study.series;
  exports rani.study.statistics to
      rani.bench,
      rani.report,
      rani.tools;
  exports rani.study.sweep to
      rani.report,
      rani.tools;
  exports rani.study.trace to
      rani.report,
      rani.tools;
  exports rani.study.trial to
      rani.bench,
      rani.report,
      rani.tools;

  opens rani.study.chaos to
      rani.core;
  opens rani.study.compare to
      rani.core,
      tools.jackson.databind;
  opens rani.study.deal to
      rani.core,
      tools.jackson.databind;
  opens rani.study.hostile to
      rani.core;
  opens rani.study.sweep to
      rani.core,
      tools.jackson.databind;
  opens rani.study.trace to
      rani.core,
      tools.jackson.databind;
  opens rani.study.trial to
      rani.core,
      tools.jackson.databind;
}
