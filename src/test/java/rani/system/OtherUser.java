// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import rani.parts.RealPart;

/** Another user of this machine, made for a test and removed after it. Needs root. */
final class OtherUser implements AutoCloseable {
  private static final Path ANYWHERE = Path.of("/");

  /**
   * Gives this user a machine as others are: /dev/net/tun open to all, as udev makes it, and a
   * checkout that is not in root's own folder. The arguments are the checkout, the folder that
   * hides it (or none), the user, and a command.
   */
  private static final String MACHINE =
      """
      set -e
      checkout=$1 hidden=$2 user=$3
      shift 3
      mount -t tmpfs none /dev/net
      mknod -m 666 /dev/net/tun c 10 200
      if [ -n "$hidden" ]; then
        mount --bind "$checkout" /mnt
        mount -t tmpfs -o mode=755 none "$hidden"
        mkdir -p "$checkout"
        mount --bind /mnt "$checkout"
      fi
      exec setpriv --reuid "$user" --regid "$user" --clear-groups --inh-caps=-all \\
        --bounding-set=-all "$@"
      """;

  private final String name = "rani-test-" + ProcessHandle.current().pid();

  /** Makes it. */
  OtherUser() {
    RealPart.root();
    Program.run(ANYWHERE, "useradd", "--system", "--user-group", "--no-create-home", name)
        .expectExit(0);
  }

  /** Runs a program as this user, to its end. */
  RaniCommand.Outcome run(String... words) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("setpriv", "--reuid", name, "--clear-groups"));
    all.addAll(List.of("env", "-C", ANYWHERE.toString()));
    all.addAll(List.of(words));
    return Program.run(ANYWHERE, all.toArray(String[]::new));
  }

  /** The number of this user. */
  String number() {
    return run("id", "-u").expectExit(0).out().strip();
  }

  /** Gives this user a folder with all that is in it. */
  void own(Path folder) {
    Program.run(ANYWHERE, "chown", "-R", name + ":" + name, folder.toString()).expectExit(0);
  }

  /** The same call by this user, who has no capability, as on a machine with /dev/net/tun. */
  RaniCommand by(RaniCommand command) throws IOException {
    List<String> words = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", MACHINE, "sh"));
    words.addAll(List.of(Checkout.root().toString(), hidden(), name));
    return command.inside(words);
  }

  /** The outermost folder around the checkout that others may not enter; empty if there is none. */
  private static String hidden() throws IOException {
    for (Path part = Checkout.root().getRoot(), rest = Checkout.root(); ; ) {
      if (!Files.getPosixFilePermissions(part).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return part.toString();
      }
      if (part.equals(rest)) {
        return "";
      }
      part = part.resolve(part.relativize(rest).getName(0));
    }
  }

  @Override
  public void close() {
    Program.run(ANYWHERE, "userdel", name).expectExit(0);
  }
}
