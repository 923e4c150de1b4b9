// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import rani.parts.RealPart;

/**
 * A user without any privilege, as whom programs run where the tests run as root. Where they do
 * not, or where the source tree is not for others to read, it is the user of the tests.
 */
final class OrdinaryUser {
  /** Of a user who owns no file, on every Linux. */
  private static final String ID = "65534";

  private static final Path TUN = Path.of("/dev/net/tun");
  private static final List<String> NONE = List.of();
  private static final List<String> NOBODY =
      List.of("setpriv", "--reuid", ID, "--regid", ID, "--clear-groups", "--no-new-privs", "--");

  private OrdinaryUser() {}

  /**
   * Gives that user a folder, and returns the words before a command that run it as that user, who
   * may open /dev/net/tun, as on most machines; this needs a mount namespace if here root alone
   * may.
   */
  static List<String> in(Path folder) throws IOException {
    if (!canBeAnother()) {
      RealPart.need(Files.isWritable(TUN), "/dev/net/tun for its user");
      return NONE;
    }
    String device = folder.resolve("tun").toString();
    if (!Files.getPosixFilePermissions(TUN).contains(PosixFilePermission.OTHERS_WRITE)) {
      Program.run(folder, "mknod", "--mode=0666", device, "c", "10", "200").expectExit(0);
    }
    Program.run(folder, "chown", "-R", ID + ":" + ID, folder.toString()).expectExit(0);
    String shared = "[ ! -e \"$0\" ] || mount --bind \"$0\" /dev/net/tun || exit; exec ";
    return List.of(
        "unshare", "--mount", "sh", "-c", shared + String.join(" ", NOBODY) + " \"$@\"", device);
  }

  private static boolean canBeAnother() {
    if (!System.getProperty("user.name").equals("root")) {
      return false;
    }
    String[] words = new String[NOBODY.size() + 3];
    NOBODY.toArray(words);
    words[NOBODY.size()] = "test";
    words[NOBODY.size() + 1] = "-r";
    words[NOBODY.size() + 2] = Checkout.distribution().resolve("id").toString();
    return Program.run(Path.of("/"), words).exit() == 0;
  }
}
