// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rani.parts.RealPart;

/** Another user of this machine, made for a test and removed after it. Needs root. */
final class OtherUser implements AutoCloseable {
  private static final Path ANYWHERE = Path.of("/");

  private final String name = "rani-test-" + ProcessHandle.current().pid();

  /** Makes it. */
  OtherUser() {
    RealPart.root();
    Program.run(ANYWHERE, "useradd", "--system", "--no-create-home", name).expectExit(0);
  }

  /** Runs a program as this user, to its end. */
  RaniCommand.Outcome run(String... words) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("setpriv", "--reuid", name, "--clear-groups"));
    all.addAll(List.of("env", "-C", ANYWHERE.toString()));
    all.addAll(List.of(words));
    return Program.run(ANYWHERE, all.toArray(String[]::new));
  }

  @Override
  public void close() {
    Program.run(ANYWHERE, "userdel", name).expectExit(0);
  }
}
