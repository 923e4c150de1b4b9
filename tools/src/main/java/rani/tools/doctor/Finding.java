// SPDX-License-Identifier: Apache-2.0
package rani.tools.doctor;

import java.util.Locale;
import java.util.stream.Stream;
import rani.testbed.host.HostCheck;

/**
 * What was found about one thing.
 *
 * @param about the thing, in a word
 * @param verdict how it is
 * @param found what there is, with units
 * @param advice what to do about it; empty if nothing
 */
public record Finding(String about, Verdict verdict, String found, String advice) {
  /** How something is. */
  public enum Verdict {
    /** As it should be. */
    OK,
    /** Live networks run, and may not be believed, or be smaller than wanted. */
    DOUBTFUL,
    /** Live networks do not run. */
    BAD;

    /** The word on the screen. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What another host's doctor has found. */
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

  /** The same for programs, and for who asks from another host. */
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
   * Something that may only be doubtful.
   *
   * @param advice if it is
   */
  static Finding judged(String about, String found, boolean good, String advice) {
    return good ? ok(about, found) : doubtful(about, found, advice);
  }

  static Finding bad(String about, String found, String advice) {
    return new Finding(about, Verdict.BAD, found, advice);
  }
}
