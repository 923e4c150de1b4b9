// SPDX-License-Identifier: Apache-2.0

/** The command line. No module depends on it; picocli and the facts' codec reflect on all of it. */
open module rani.tools {
  requires rani.bench;
  requires rani.report;
  requires rani.live;
  requires info.picocli;
  requires me.tongfei.progressbar;
  requires org.jline.reader;
  requires org.jline.terminal;
  requires tools.jackson.core;
  requires static org.jspecify;
}
