// SPDX-License-Identifier: Apache-2.0
package rani.tools.window;

import java.io.IOException;
import java.util.Locale;

final class Browser {
  private Browser() {}

  /** Opens a URL in the user's browser; false if there is none. */
  static boolean open(String link) {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    return system.contains("mac")
        ? start("open", link)
        : system.contains("win")
            ? start("rundll32", "url.dll,FileProtocolHandler", link)
            : (isSet("DISPLAY") || isSet("WAYLAND_DISPLAY")) && start("xdg-open", link);
  }

  private static boolean isSet(String variable) {
    String value = System.getenv(variable);
    return value != null && !value.isEmpty();
  }

  private static boolean start(String... command) {
    try {
      Process _ =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return true;
    } catch (IOException e) {
      return false; // the URL is printed in any case
    }
  }
}
