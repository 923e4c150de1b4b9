// SPDX-License-Identifier: Apache-2.0
package rani.tools.log;

/** How an event of a log is written. */
public enum LogFormat {
  /** A line of time, level, logger and message; what follows is indented. */
  TEXT,

  /** A JSON object on one line. */
  JSON
}
