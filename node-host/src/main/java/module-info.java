// SPDX-License-Identifier: Apache-2.0

/**
 * What runs in a node's JVM: the node with its control plane, gateway, loader, captures and
 * metrics. What is required here is what that JVM has on its module path; the modules of Prometheus
 * are automatic, so that those which they need are said here as well.
 */
module rani.nodehost {
  requires transitive rani.core;
  requires transitive rani.live;
  requires transitive rani.model;
  requires transitive rani.rdp;
  requires io.netty.codec;
  requires io.netty.codec.http;
  requires io.netty.codec.socks;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.prometheus.metrics.config;
  requires io.prometheus.metrics.core;
  requires io.prometheus.metrics.instrumentation.jvm;
  requires io.prometheus.metrics.model;
  requires io.prometheus.metrics.tracer.common;
  requires io.prometheus.metrics.tracer.initializer;
  requires io.prometheus.metrics.tracer.otel;
  requires io.prometheus.metrics.tracer.otel_agent;
  requires io.prometheus.writer.text;
  requires static org.jspecify;
  requires org.slf4j;
  requires rani.services;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports rani.nodehost.capture to
      rani.testbed,
      rani.tools;
  exports rani.nodehost.code to
      rani.testbed;
  exports rani.nodehost.control to
      rani.testbed,
      rani.tools;
  exports rani.nodehost.conversation;
  exports rani.nodehost.edge to
      rani.bench,
      rani.report,
      rani.study,
      rani.testbed,
      rani.tools;
  exports rani.nodehost.folder to
      rani.bench,
      rani.report,
      rani.study,
      rani.testbed,
      rani.tools;
  exports rani.nodehost.gateway to
      rani.testbed,
      rani.tools;
  exports rani.nodehost.http to
      rani.report,
      rani.testbed,
      rani.tools;
  exports rani.nodehost.journey;
  exports rani.nodehost.jvm to
      rani.testbed,
      rani.tools;
  exports rani.nodehost.loader to
      rani.testbed,
      rani.tools;
  exports rani.nodehost.session to
      rani.study,
      rani.testbed;

  opens rani.nodehost.capture to
      rani.core;
  opens rani.nodehost.control to
      rani.core;
  opens rani.nodehost.conversation to
      rani.core;
  opens rani.nodehost.edge to
      rani.core;
  opens rani.nodehost.folder to
      rani.core;
  opens rani.nodehost.gateway to
      rani.core;
  opens rani.nodehost.http to
      rani.core;
  opens rani.nodehost.journey to
      rani.core;
  opens rani.nodehost.jvm to
      rani.core;
  opens rani.nodehost.loader to
      rani.core;
  opens rani.nodehost.session to
      rani.core;
}
