// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.jar.OperatorKey;
import rani.model.jar.OperatorSecret;

/** Who may bring services into a network, as its file says it. */
class OperatorsFileTest {
  @TempDir Path folder;
  private Path file;
  private OperatorKey key;

  @BeforeEach
  void makeKey() throws Exception {
    file = folder.resolve("t.yaml");
    OperatorSecret secret = OperatorSecret.generate();
    secret.write(folder.resolve("ops.key"));
    key = secret.key();
  }

  private Topology load(String operators) throws Exception {
    Files.writeString(file, "topology: t\nnodes: {n1: {}}\noperators: " + operators + "\n");
    return TopologyFile.load(file);
  }

  private String errorOf(String operators) {
    return assertThrows(FileError.class, () -> load(operators)).getMessage();
  }

  @Test
  void a_key_stands_in_the_file_or_in_one_beside_it() throws Exception {
    assertEquals(List.of(key), load("[ops.key.pub]").operators());
    assertEquals(List.of(key), load("./ops.key.pub").operators());
    assertEquals(List.of(key), load("[" + key.text() + "]").operators());
    assertEquals(List.of(), load("[]").operators());
  }

  @Test
  void what_is_printed_holds_the_keys_and_needs_no_other_file() throws Exception {
    Topology topology = load("[ops.key.pub]");

    String printed = TopologyText.print(topology);
    Files.delete(folder.resolve("ops.key.pub"));
    Files.writeString(file, printed);

    assertTrue(printed.contains(key.text()), printed);
    assertEquals(topology, TopologyFile.load(file));
  }

  @Test
  void what_is_no_key_is_named_with_its_place() throws Exception {
    Files.writeString(folder.resolve("notes"), "hello");
    String place = file + ":3:13: ";

    assertEquals(
        place
            + "`nobody.pub` is neither a key nor a file that can be read; the file FILE.pub of"
            + " `rani operator key new FILE`, relative to this one",
        errorOf("[nobody.pub]"));
    assertEquals(
        place
            + "`ops.key`: this is a private key, which stays with its operator; the public one is"
            + " in FILE.pub; `rani operator key new FILE` makes one; FILE.pub is what belongs here",
        errorOf("[ops.key]"));
    assertTrue(errorOf("[notes]").startsWith(place + "`notes`: this is no Ed25519 public key"));
    String cut = key.text().substring(0, 40);
    assertTrue(errorOf("[" + cut + "]").startsWith(place + "`" + cut + "`: this is no Ed25519"));
    assertTrue(errorOf("{}").contains("`operators` takes names, found a mapping"));
    assertTrue(
        errorOf("[ops.key.pub, ops.key.pub]").contains("operator " + key.id() + " is listed"));
  }
}
