// SPDX-License-Identifier: Apache-2.0
package rani.tools.log;

/** Severity of a log's events, the most severe first. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG
}
