// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import java.util.Base64;
import rani.ground.Sha256;

/**
 * A script of a page.
 *
 * @param sha256 its digest as a content security policy names it, in base 64. That of a large
 *     library is said where the library is: a JVM that has just started digests 2 MB for longer
 *     than it simulates many a run. A test holds them against the libraries.
 */
public record Script(String text, String sha256) {
  /** One whose digest is made of its text. */
  public static Script of(String text) {
    return new Script(text, Base64.getEncoder().encodeToString(Sha256.of(text)));
  }
}
