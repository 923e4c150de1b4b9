// SPDX-License-Identifier: Apache-2.0

/** Running networks, live on this host and others, or in virtual time: observed and changed. */
module rani.testbed {
  requires transitive rani.nodehost;
  requires io.netty.common;
  requires static org.jspecify;
  requires org.slf4j;
  requires rani.sim;
  requires tools.jackson.core;

  exports rani.testbed;
  exports rani.testbed.export to
      rani.tools;
  exports rani.testbed.host to
      rani.report,
      rani.study,
      rani.tools;
  exports rani.testbed.journey to
      rani.tools;
  exports rani.testbed.loader to
      rani.tools;
  exports rani.testbed.process;
  exports rani.testbed.transfer to
      rani.tools;

  opens rani.testbed to
      rani.core;
  opens rani.testbed.export to
      rani.core;
  opens rani.testbed.host to
      rani.core;
  opens rani.testbed.journey to
      rani.core;
  opens rani.testbed.loader to
      rani.core;
  opens rani.testbed.process to
      rani.core;
  opens rani.testbed.session to
      rani.core;
  opens rani.testbed.transfer to
      rani.core;
}
