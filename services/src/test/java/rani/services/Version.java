// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Which release of the probe this is, as a resource in its jar says. */
final class Version {
  private Version() {}

  static String text() {
    try (InputStream in = Version.class.getResourceAsStream("/release.txt")) {
      return in == null ? "none" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
