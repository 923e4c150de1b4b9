// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import rani.parts.RealPart;

/**
 * The fonts of pictures that are compared: DejaVu Sans and its monospaced form, in the files that
 * Debian's {@code fonts-dejavu-core} has, and no other of the machine's.
 */
final class PictureFonts {
  private static final List<String> FILES =
      List.of("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold");

  private PictureFonts() {}

  /** Skips the test if there are no such fonts. */
  static void need() {
    RealPart.program("fc-match");
  }

  /** Writes what fontconfig is to read to a folder; the file. */
  static Path in(Path folder) throws IOException {
    Path fonts = Files.createDirectories(folder.resolve("fonts"));
    Path installed = installed();
    for (String each : FILES) {
      String name = each + ".ttf";
      RealPart.need(Files.exists(installed.resolve(name)), name + " (Debian: fonts-dejavu-core)");
      Files.copy(installed.resolve(name), fonts.resolve(name));
    }
    String rules =
        """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
        <fontconfig>
          <dir>%s</dir>
          <cachedir>%s</cachedir>
          <match target="pattern">
            <test name="family"><string>monospace</string></test>
            <edit name="family" mode="assign" binding="strong">
              <string>DejaVu Sans Mono</string>
            </edit>
          </match>
          <match target="pattern">
            <test qual="all" name="family" compare="not_eq"><string>DejaVu Sans Mono</string></test>
            <edit name="family" mode="assign" binding="strong"><string>DejaVu Sans</string></edit>
          </match>
          <match target="font">
            <edit name="antialias" mode="assign"><bool>true</bool></edit>
            <edit name="hinting" mode="assign"><bool>false</bool></edit>
            <edit name="rgba" mode="assign"><const>none</const></edit>
          </match>
        </fontconfig>
        """
            .formatted(fonts, folder.resolve("cache"));
    return Files.writeString(folder.resolve("fonts.conf"), rules);
  }

  private static Path installed() throws IOException {
    Process match = new ProcessBuilder("fc-match", "--format=%{file}", "DejaVu Sans:book").start();
    try (var told = match.inputReader()) {
      return requireNonNull(Path.of(requireNonNull(told.readLine())).getParent());
    }
  }
}
