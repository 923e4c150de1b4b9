// SPDX-License-Identifier: Apache-2.0

/** The node: wire formats, queues, links, the service interface and the node itself; no I/O. */
module rani.core {
  requires transitive io.netty.buffer;
  requires io.netty.common;
  requires static java.compiler;
  requires transitive org.jspecify; // FactShape asks which components may be null

  exports rani.aqm;
  exports rani.flow;
  exports rani.link;
  exports rani.manual;
  exports rani.node;
  exports rani.queue;
  exports rani.service;
  exports rani.service.metric;
  exports rani.wire;
  exports rani.world;

  provides rani.aqm.QueueDisciplineProvider with
      rani.aqm.StandardDisciplines;
}
