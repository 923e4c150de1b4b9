// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;

/**
 * A file cannot be used. The message is what a user should read: one line per problem, each with
 * file, line, column, what is wrong and, where one exists, the nearest valid name.
 */
public final class FileError extends Exception {

  private static final long serialVersionUID = 1;

  private final String text;
  private final transient List<Problem> problems;

  /** One problem. */
  public FileError(Location at, String message, String hint) {
    this(List.of(new Problem(at, message, hint)), 0);
  }

  /**
   * Several problems.
   *
   * @param problems in the order of the file, at least one
   * @param more how many further ones are not shown
   */
  FileError(List<Problem> problems, long more) {
    this.text = text(problems, more);
    this.problems = List.copyOf(problems);
  }

  /** The problems shown, in the order of the file. */
  public List<Problem> problems() {
    return problems;
  }

  /** One line per problem. */
  @Override
  public String getMessage() {
    return text;
  }

  private static String text(List<Problem> problems, long more) {
    StringBuilder text = new StringBuilder();
    for (Problem problem : problems) {
      text.append(text.isEmpty() ? "" : "\n").append(problem);
    }
    return more == 0
        ? text.toString()
        : text.append("\nand ").append(more).append(" more").toString();
  }
}
