// SPDX-License-Identifier: Apache-2.0

/** A topology brought to life: files, labs, experiments, observation and reports. */
module rani.lab {
  requires transitive rani.core;
  requires transitive rani.live;
  requires transitive rani.rdp;
  requires rani.sim;
  requires rani.services;
  requires io.netty.codec;
  requires io.netty.codec.http;
  requires io.netty.codec.socks;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.prometheus.metrics.instrumentation.jvm;
  requires io.prometheus.metrics.model;
  requires io.prometheus.writer.text;
  requires EvalEx;
  requires java.net.http;
  requires jdk.httpserver;
  requires static org.jspecify;
  requires org.apache.commons.statistics.descriptive;
  requires org.apache.commons.statistics.distribution;
  requires org.slf4j;
  requires org.snakeyaml.engine;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports rani.lab;
  exports rani.lab.capture;
  exports rani.lab.chaos;
  exports rani.lab.choice;
  exports rani.lab.conversation;
  exports rani.lab.experiment;
  exports rani.lab.export;
  exports rani.lab.file;
  exports rani.lab.gateway;
  exports rani.lab.http;
  exports rani.lab.journey;
  exports rani.lab.jar;
  exports rani.lab.loader;
  exports rani.lab.metrics;
  exports rani.lab.observe;
  exports rani.lab.packet;
  exports rani.lab.publish;
  exports rani.lab.report;
  exports rani.lab.run;
  exports rani.lab.statistics;
  exports rani.lab.sweep;
  exports rani.lab.topology;
  exports rani.lab.trace;
  exports rani.lab.transfer;
  exports rani.lab.window;

  opens rani.lab.report to
      tools.jackson.databind;
  opens rani.lab.run to
      rani.core,
      tools.jackson.databind;
  opens rani.lab.sweep to
      tools.jackson.databind;
  opens rani.lab.window to
      tools.jackson.databind;

  uses rani.service.ServiceProvider;
}
