// SPDX-License-Identifier: Apache-2.0

/** The command line. No module depends on it; picocli and the facts' codec reflect on all of it. */
open module rani.tools {
  requires rani.bench;
  requires rani.report;
  requires rani.live;
  requires ch.qos.logback.classic;
  requires ch.qos.logback.core;
  requires info.picocli;
  requires me.tongfei.progressbar;
  requires org.jline.reader;
  requires org.jline.terminal;
  requires org.slf4j;
  requires tools.jackson.core;
  requires jdk.zipfs; // by which `rani new` reads its own jar
  requires static org.jspecify;

  provides ch.qos.logback.classic.spi.Configurator with
      rani.tools.log.LogConfigurator;
}
