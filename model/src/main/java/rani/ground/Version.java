// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

public final class Version {
  /** The version that reports and {@code --version} print. */
  public static final String TEXT = read();

  private Version() {}

  private static String read() {
    try (InputStream resource = Version.class.getResourceAsStream("version.properties")) {
      if (resource == null) {
        throw new IllegalStateException("version.properties is not beside its class");
      }
      Properties properties = new Properties();
      properties.load(resource);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
