// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;
import java.util.stream.Collectors;

/** Reports all problems of a file, one per line of the message. */
public final class FileError extends Exception {
  private static final long serialVersionUID = 1;

  private final String text;
  private final transient List<Problem> problems;
  private final long more;

  public FileError(Location at, String message, String hint) {
    this(List.of(new Problem(at, message, hint)), 0);
  }

  /** Reports problems in the order of the file, and the number of further ones. */
  FileError(List<Problem> problems, long more) {
    this.text = text(problems, more);
    this.problems = List.copyOf(problems);
    this.more = more;
  }

  public List<Problem> problems() {
    return problems;
  }

  /** Returns the number of problems beyond those that are listed. */
  public long more() {
    return more;
  }

  @Override
  public String getMessage() {
    return text;
  }

  private static String text(List<Problem> problems, long more) {
    String text = problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
    return more == 0 ? text : text + "\nand " + more + " more";
  }
}
