// SPDX-License-Identifier: Apache-2.0
package rani.tools.doctor;

import java.util.Locale;
import java.util.stream.Stream;
import rani.testbed.host.HostCheck;

/**
 * The result of one check.
 *
 * @param about the subject, in a word
 * @param verdict the verdict
 * @param found the finding, with units
 * @param advice what to do about it; empty if nothing
 */
public record Finding(String about, Verdict verdict, String found, String advice) {
  /** The verdict of a check. */
  public enum Verdict {
    /** No problem. */
    OK,
    /** Live networks run, but may be doubtful, or limited in size. */
    DOUBTFUL,
    /** Live networks do not run. */
    BAD;

    /** The word for the screen. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A finding of another host's doctor. */
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

  /** The form for programs and for requests from another host. */
  public HostCheck.Finding ofHost() {
    return new HostCheck.Finding(about, verdict.text(), found, advice);
  }

  static Finding ok(String about, String found) {
    return new Finding(about, Verdict.OK, found, "");
  }

  static Finding doubtful(String about, String found, String advice) {
    return new Finding(about, Verdict.DOUBTFUL, found, advice);
  }

  /**
   * A check that can at most make runs doubtful.
   *
   * @param advice advice for that case
   */
  static Finding judged(String about, String found, boolean good, String advice) {
    return good ? ok(about, found) : doubtful(about, found, advice);
  }

  static Finding bad(String about, String found, String advice) {
    return new Finding(about, Verdict.BAD, found, advice);
  }
}
