// SPDX-License-Identifier: Apache-2.0

/** The command line. */
module rani.tools {
  requires rani.bench;
  requires rani.report;
  requires rani.live;
  requires info.picocli;
  requires me.tongfei.progressbar;
  requires org.jline.reader;
  requires org.jline.terminal;
  requires static org.jspecify;

  opens rani.tools to
      info.picocli;
  opens rani.tools.console to
      info.picocli;
  opens rani.tools.console.change to
      info.picocli,
      rani.core;
  opens rani.tools.console.look to
      info.picocli,
      rani.core;
  opens rani.tools.console.traffic to
      info.picocli,
      rani.core;
  opens rani.tools.console.verb to
      info.picocli;
  opens rani.tools.doctor to
      info.picocli;
  opens rani.tools.experiment to
      info.picocli;
  opens rani.tools.file to
      info.picocli;
  opens rani.tools.host to
      info.picocli;
  opens rani.tools.measure to
      info.picocli;
  opens rani.tools.network to
      info.picocli;
  opens rani.tools.operator to
      info.picocli;
  opens rani.tools.option to
      info.picocli;
  opens rani.tools.watch to
      info.picocli;
  opens rani.tools.window to
      info.picocli;
}
