// SPDX-License-Identifier: Apache-2.0
package rani.model.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.link.LinkKeys;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyText;

class RunKeyTest {
  private static final RunKey KEY = RunKey.first("sixteen characters and more");

  @TempDir private Path folder;

  private Topology triangle(String keys) throws Exception {
    Path file = folder.resolve("triangle.yaml");
    return TopologyFile.load(
        Files.writeString(
            file,
            """
            topology: triangle
            nodes: {a: {}, b: {}, c: {}}
            links: {a -- b: {}, "a -- b #2": {}, b -- c: {}, c -- a: %s}
            """
                .formatted(keys)));
  }

  @Test
  void everyDirectionOfEveryLinkHasASecretOfItsOwn() throws Exception {
    Set<String> secrets = new LinkedHashSet<>();
    List<RunKey> keys = List.of(KEY, KEY.next(), RunKey.first("another run has other secrets"));
    for (RunKey key : keys) {
      for (TopologyLink link : triangle("{}").links()) {
        LinkKeys here = key.ofEnd(link, link.a().node(), LinkKeys.Scope.ALL);
        LinkKeys there = key.ofEnd(link, link.b().node(), LinkKeys.Scope.ALL);
        assertArrayEquals(here.outgoing(), there.incoming());
        assertArrayEquals(here.incoming(), there.outgoing());
        secrets.add(HexFormat.of().formatHex(here.outgoing()));
        secrets.add(HexFormat.of().formatHex(here.incoming()));
      }
    }
    assertEquals(keys.size() * 4 * 2, secrets.size());
  }

  @Test
  void aNodeThatIsStartedLaterCountsItsFramesFromHigherOn() {
    long in2030 = 1_900_000_000_000L;
    long first = KEY.countedFrom(in2030).firstCounter();
    long aSecondLater = KEY.countedFrom(in2030 + 1000).firstCounter();

    assertEquals(250_000, aSecondLater - first);
    assertEquals(0, KEY.countedFrom(0).firstCounter(), "a clock that was never set");
    assertEquals(KEY.secret(), KEY.countedFrom(in2030).secret());
  }

  @Test
  void framesNameKeysByOneOctet() {
    assertEquals(1, new RunKey(KEY.secret(), 257).id());
    assertThrows(IllegalArgumentException.class, () -> new RunKey(KEY.secret(), -1));
    assertThrows(IllegalArgumentException.class, () -> RunKey.first("short"));
  }

  @Test
  void aSecretIsReadFromAFile() throws Exception {
    Path file = Files.writeString(folder.resolve("key"), " sixteen characters and more\n");
    assertEquals(KEY, RunKey.read(file));

    Files.writeString(file, "short");
    assertTrue(String.valueOf(failure(file).getMessage()).contains("it takes 16 characters"));
    assertTrue(
        String.valueOf(failure(folder.resolve("none")).getMessage()).contains("cannot read"));
  }

  /** Computed by hmac and hashlib of Python. */
  @Test
  void thePageHasTheSecretsOfALink() throws Exception {
    Path file = folder.resolve("pair.yaml");
    String pair = "topology: pair\nnodes: {p: {}, n1: {}}\nlinks: {p -- n1: {}}\n";
    TopologyLink link = TopologyFile.load(Files.writeString(file, pair)).links().getFirst();
    Path keyFile = Files.writeString(folder.resolve("key"), "sixteen characters and more\n");
    LinkKeys keys = RunKey.read(keyFile).ofEnd(link, "p", LinkKeys.Scope.ALL);
    String page = Files.readString(Path.of("../..", "docs", "wire-format.md"));
    String secrets =
        "    "
            + HexFormat.of().formatHex(keys.outgoing())
            + "\n    "
            + HexFormat.of().formatHex(keys.incoming())
            + "\n";
    assertTrue(page.contains(secrets), secrets);
  }

  private static LabFailure failure(Path file) {
    return assertThrows(LabFailure.class, () -> RunKey.read(file));
  }

  @Test
  void keysAreSaidOfALinkAndReadBack() throws Exception {
    List<Object> scopes = new ArrayList<>();
    for (String keys : List.of("{}", "{keys: off}", "{keys: control}", "{keys: all}")) {
      Topology read = triangle(keys);
      scopes.add(read.links().getLast().a().keys());
      assertEquals(
          read.links(),
          TopologyFile.load(
                  Files.writeString(folder.resolve("again.yaml"), TopologyText.print(read)))
              .links());
    }
    assertEquals(
        "[Optional.empty, Optional.empty, Optional[CONTROL], Optional[ALL]]", scopes.toString());
  }

  @Test
  void bothDirectionsHaveTheSame() {
    FileError error =
        assertThrows(FileError.class, () -> triangle("{keys: all, a -> c: {keys: control}}"));

    assertTrue(
        String.valueOf(error.getMessage())
            .endsWith(
                "`keys` differs between the directions of link `c -- a`; say it of the link, for"
                    + " both"),
        error::getMessage);
  }

  @Test
  void aWordThatIsNoScopeIsAnsweredWithThoseThatAre() {
    FileError error = assertThrows(FileError.class, () -> triangle("{keys: controll}"));

    assertTrue(String.valueOf(error.getMessage()).contains("control"), error::getMessage);
  }
}
