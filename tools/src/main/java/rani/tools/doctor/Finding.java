// SPDX-License-Identifier: Apache-2.0
package rani.tools.doctor;

import java.util.Locale;
import java.util.stream.Stream;
import rani.testbed.host.HostCheck;

/** Result of one check: its subject in a word, the observation with units, and advice, or empty. */
public record Finding(String about, Verdict verdict, String found, String advice) {
  public enum Verdict {
    /** No problem. */
    OK,
    /** Live networks run, but may be doubtful, or limited in size. */
    DOUBTFUL,
    /** Live networks do not run. */
    BAD;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Converts the result of a check on another host. */
  static Finding of(HostCheck.Finding there) {
    return new Finding(
        there.about(),
        Stream.of(Verdict.values())
            .filter(each -> each.text().equals(there.verdict()))
            .findFirst()
            .orElse(Verdict.DOUBTFUL),
        there.found(),
        there.advice());
  }

  /** Converts this result to the form of JSON and of sessions between hosts. */
  public HostCheck.Finding ofHost() {
    return new HostCheck.Finding(about, verdict.text(), found, advice);
  }

  static Finding ok(String about, String found) {
    return new Finding(about, Verdict.OK, found, "");
  }

  static Finding doubtful(String about, String found, String advice) {
    return new Finding(about, Verdict.DOUBTFUL, found, advice);
  }

  /** Returns the result of a check that at most makes runs doubtful, and then has advice. */
  static Finding judged(String about, String found, boolean good, String advice) {
    return good ? ok(about, found) : doubtful(about, found, advice);
  }

  static Finding bad(String about, String found, String advice) {
    return new Finding(about, Verdict.BAD, found, advice);
  }
}
