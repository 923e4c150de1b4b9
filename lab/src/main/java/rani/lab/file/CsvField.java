// SPDX-License-Identifier: Apache-2.0
package rani.lab.file;

/** A field of comma-separated values (RFC 4180 §2). */
public final class CsvField {
  private CsvField() {}

  /** The text, between double quotes if it could be taken for more than one field. */
  public static String of(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
