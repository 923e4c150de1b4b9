// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import rani.ground.Sha256;

/**
 * A script of a page, with its digest in base 64 for the content security policy. For large
 * libraries the digest is a constant, which a test checks: a JVM that has just started needs longer
 * to digest 2 MB than to simulate many runs.
 */
public record Script(String text, String sha256) {
  /** What was deflated, by digest: the same few scripts are in every page. */
  private static final Map<String, String> DEFLATED = new ConcurrentHashMap<>();

  /** Creates a script whose digest is computed from its text. */
  public static Script of(String text) {
    return new Script(text, Base64.getEncoder().encodeToString(Sha256.of(text)));
  }

  /** Returns the text deflated, in base 64. */
  String deflated() {
    return DEFLATED.computeIfAbsent(sha256, _ -> Html.deflated(text));
  }
}
