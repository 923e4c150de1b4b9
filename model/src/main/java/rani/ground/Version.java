// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** What this code is: its version, and the commit that Maven built it from. */
public final class Version {
  /** Stands for what a build without git's history does not know. */
  public static final String UNKNOWN = "unknown";

  private static final Properties PROPERTIES = read("version.properties", "commit.properties");

  /** The version that reports and {@code --version} print. */
  public static final String TEXT =
      Objects.requireNonNull(PROPERTIES.getProperty("version"), "no version.properties");

  /** The first twelve digits of the commit's hash, or {@link #UNKNOWN}. */
  public static final String COMMIT = PROPERTIES.getProperty("commit", UNKNOWN);

  /** The time of the commit by ISO 8601, in UTC, or {@link #UNKNOWN}. */
  public static final String COMMIT_TIME = PROPERTIES.getProperty("time", UNKNOWN);

  /** Whether the tree was not the commit's: the exit code of {@code git diff --quiet}. */
  public static final boolean IS_EDITED = PROPERTIES.getProperty("edited", "0").equals("1");

  private Version() {}

  private static Properties read(String... names) {
    Properties properties = new Properties();
    for (String name : names) {
      try (InputStream resource = Version.class.getResourceAsStream(name)) {
        if (resource != null) { // the launcher's builds keep the commit of Maven's
          properties.load(resource);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return properties;
  }
}
