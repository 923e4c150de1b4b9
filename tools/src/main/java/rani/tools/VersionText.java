// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.nio.file.Files;
import rani.ground.Version;
import rani.testbed.host.Distribution;

/** What {@code rani --version} prints. */
final class VersionText {
  /** A file that the launcher leaves in a distribution that it has compiled after an edit. */
  private static final String EDITED = "edited";

  private VersionText() {}

  /** Returns one line: version, commit and its time. */
  static String line() {
    return "rani %s (commit %s%s, %s)"
        .formatted(Version.TEXT, Version.COMMIT, isEdited() ? " edited" : "", Version.COMMIT_TIME);
  }

  /** Returns the same as one JSON object. */
  static String json() {
    return """
    {"version":"%s","commit":"%s","commitTime":"%s","edited":%b,"java":"%s"}\
    """
        .formatted(
            Version.TEXT, Version.COMMIT, Version.COMMIT_TIME, isEdited(), Runtime.version());
  }

  private static boolean isEdited() {
    return Version.IS_EDITED
        || Distribution.folder().filter(dist -> Files.exists(dist.resolve(EDITED))).isPresent();
  }
}
