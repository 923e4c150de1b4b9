// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.HeldPorts;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/** An agent of another build of rani than the one that asks it. */
class OtherBuildTest {
  @TempDir private Path temporary;

  @Test
  void itsNodesAreNotTakenAndNothingIsStarted() throws Exception {
    Workplace place = new Workplace(temporary);
    int port = HeldPorts.here();
    Running agent = listen(place, port);
    try {
      agent.untilSaid("listens at ");
      place.write("token", agent.printed("token "));
      Files.setPosixFilePermissions(
          place.here().resolve("token"), PosixFilePermissions.fromString("rw-------"));
      place.write(
          "pair.yaml",
          "topology: pair\nhosts:\n  far: {address: 127.0.0.1, by: agent, token-file: token, port: "
              + port
              + "}\nnodes: {a: {host: far}, b: {host: far}}\nlinks: {a -- b: {}}\n");

      Outcome up = place.rani("up", "pair.yaml").run();

      up.expectExit(3);
      assertEquals(
          """
          rani: runs nodes by the agent at 127.0.0.1 (host far)
          rani: 2 nodes by mmsg, each a JVM of its own
          rani: host far: a, b
          rani: host far: its agent is of another rani than this one; start it again from the same\
           build
          """,
          RaniCommand.withoutWordsOfTheJvm(up.err()));
      assertEquals(
          List.of(agent.process().pid()),
          place.processes().stream().map(ProcessHandle::pid).toList());
      agent.signal("INT");
      agent.await().expectExit(130);
    } finally {
      Program.end(agent);
    }
    place.assertNothingRunsAndNoFileIsAstray();
  }

  /** By the JVM's arguments of this build, but that they name another distribution. */
  private static Running listen(Workplace place, int port) throws IOException {
    place.rani("--version").run().expectExit(0); // which makes the arguments, if no one has
    Path ours = Checkout.distribution();
    Path other = Files.createDirectory(place.here().resolve("other"));
    Files.writeString(other.resolve("id"), "another\n");
    String options;
    try (Stream<Path> files = Files.list(ours.resolve("jvm"))) {
      options =
          Files.readString(
              files
                  .filter(file -> file.getFileName().toString().matches("\\d+\\.options"))
                  .findFirst()
                  .orElseThrow());
    }
    Path arguments =
        place.write("options", options.replace("rani.dist=" + ours, "rani.dist=" + other));
    return Program.start(
        place.here(),
        "env",
        "--default-signal=INT",
        place.mark(),
        "JAVA_TOOL_OPTIONS=" + place.javaOptions(),
        Path.of(System.getProperty("java.home"), "bin/java").toString(),
        "@" + arguments,
        "agent",
        "--listen",
        "127.0.0.1:" + port,
        "--folder",
        "agent");
  }
}
