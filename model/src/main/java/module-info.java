// SPDX-License-Identifier: Apache-2.0

/**
 * The files of users: topologies and everything in them, and service jars. Also the foundations of
 * all other modules, such as JSON and failures.
 */
module rani.model {
  requires transitive rani.core;
  requires transitive rani.wasm;
  requires static org.jspecify;
  requires java.xml;
  requires org.slf4j;
  requires org.snakeyaml.engine;
  requires rani.rdp;
  requires tools.jackson.core;

  exports rani.ground;
  exports rani.json;
  exports rani.model.capture;
  exports rani.model.choice to
      rani.report,
      rani.study,
      rani.tools;
  exports rani.model.code;
  exports rani.model.edge;
  exports rani.model.file;
  exports rani.model.foreign to
      rani.tools;
  exports rani.model.host to
      rani.nodehost,
      rani.report,
      rani.testbed,
      rani.tools;
  exports rani.model.jar to
      rani.nodehost,
      rani.testbed,
      rani.tools;
  exports rani.model.menu to
      rani.bench,
      rani.nodehost,
      rani.study,
      rani.testbed,
      rani.tools;
  exports rani.model.node to
      rani.bench,
      rani.nodehost,
      rani.study,
      rani.testbed;
  exports rani.model.packet to
      rani.testbed,
      rani.tools;
  exports rani.model.picture to
      rani.report,
      rani.tools;
  exports rani.model.power to
      rani.nodehost,
      rani.report,
      rani.study,
      rani.testbed,
      rani.tools;
  exports rani.model.schema to
      rani.report,
      rani.study,
      rani.tools;
  exports rani.model.topology;
  exports rani.model.trace to
      rani.report,
      rani.study,
      rani.tools;

  opens rani.model.capture to
      rani.core;
  opens rani.model.jar to
      rani.core;
  opens rani.model.menu to
      rani.core;
  opens rani.model.packet to
      rani.core;

  uses rani.aqm.QueueDisciplineProvider;
  uses rani.rdp.congestion.CongestionProvider;
  uses rani.service.ServiceProvider;
}
