// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.model.topology.TopologyFile;
import rani.report.window.Feed.CommandResult;
import rani.testbed.Lab;

/** Which files a page's console may name: those in the run's folder. */
class RemoteConsoleTest {
  private static final String SECRET = "root:x:0:0";

  @TempDir private Path folder;

  private Path run;
  private Lab lab;
  private RemoteConsole page;

  @BeforeEach
  void start() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("pair.yaml"),
            "topology: pair\nnodes: {n1: {}, n2: {}}\nlinks: {n1 -- n2: {}}\n");
    Files.writeString(folder.resolve("secret"), SECRET);
    run = Files.createDirectory(folder.resolve("run"));
    lab = Lab.virtual(TopologyFile.load(file), 1);
    lab.start();
    lab.go();
    page = new RemoteConsole(lab, run);
  }

  @AfterEach
  void close() {
    page.close();
    lab.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "source SECRET",
        "source ../secret",
        "topology save SECRET --force",
        "topology save ../secret --force",
        "inject n1 -> n2 payload=@SECRET",
        "packet n1 -> n2 payload=@../secret"
      })
  void othersAreRefusedAndNeitherReadNorWritten(String line) throws Exception {
    Path secret = folder.resolve("secret");
    CommandResult said = page.execute(line.replace("SECRET", secret.toString()));
    assertEquals(2, said.exit(), said::toString);
    assertTrue(said.output().contains("is not in " + run), said::toString);
    assertFalse(said.output().contains(SECRET), said::toString);
    assertEquals(SECRET, Files.readString(secret));
  }

  @Test
  void aWordWithAnAtSignIsNoListOfWords() throws Exception {
    Path words = Files.writeString(folder.resolve("words"), "nodes");
    assertEquals(2, page.execute("@" + words).exit(), "it is no verb");
  }

  @Test
  void thoseOfTheRunAreReadAndWritten() throws Exception {
    assertEquals(0, page.execute("topology save mine.yaml").exit());
    assertTrue(Files.readString(run.resolve("mine.yaml")).contains("n1"));
    Files.writeString(run.resolve("verbs.txt"), "nodes\n");
    CommandResult said = page.execute("source verbs.txt");
    assertEquals(0, said.exit(), said::toString);
    assertTrue(said.output().contains("n2"), said::toString);
  }
}
