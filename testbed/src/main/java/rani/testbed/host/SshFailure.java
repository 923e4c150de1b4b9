// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Explains errors of OpenSSH, and what a user can do about them. */
final class SshFailure {
  private static final String CHANGED = "HOST IDENTIFICATION HAS CHANGED";
  private static final String UNVERIFIED = "Host key verification failed";

  /** Matches lines of OpenSSH's output that do not explain a failure. */
  private static final Predicate<String> IDLE =
      line ->
          line.isBlank()
              || line.startsWith("@")
              || line.startsWith("Warning: Permanently added")
              || line.startsWith("IT IS POSSIBLE")
              || line.startsWith("Someone could be")
              || line.startsWith("It is also possible")
              || line.startsWith("Please contact");

  private SshFailure() {}

  /** Summarises a failure in one sentence, from this process's view and the output of ssh. */
  static String inWords(String failure, String said, List<String> command) {
    return reason(failure, said) + "; try `" + String.join(" ", command) + " true`";
  }

  private static String reason(String failure, String said) {
    String lines =
        said.lines().map(String::strip).filter(IDLE.negate()).collect(Collectors.joining("; "));
    if (said.contains(CHANGED)) {
      return "its host key is another than the known one, so it may be another machine; if it is"
          + " right, remove the old key"
          + removal(said);
    }
    if (said.contains(UNVERIFIED)) {
      return "its host key is not known yet; connect once by hand, and compare its fingerprint";
    }
    if (said.contains("Permission denied (")) {
      return lines + "; a key that needs no password must let you in, since no one can be asked";
    }
    return lines.isEmpty() ? failure : failure + ": " + lines;
  }

  /** Returns the command that OpenSSH proposes to remove an old key; empty if there is none. */
  private static String removal(String said) {
    return said.lines()
        .map(String::strip)
        .filter(line -> line.startsWith("ssh-keygen "))
        .findFirst()
        .map(line -> ": " + line)
        .orElse("");
  }
}
