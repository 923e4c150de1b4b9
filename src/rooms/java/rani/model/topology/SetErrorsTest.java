// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.menu.Menus;

/** A mistake in {@code --set} is answered as one in the file, with the place that was set. */
class SetErrorsTest {
  @TempDir Path folder;

  @Test
  void a_set_value_is_checked_like_any_other_and_named_as_its_place() throws IOException {
    Path file = folder.resolve("t.yaml");
    Files.writeString(file, "topology: t\nnodes: {a: {}, b: {}}\nlinks: {a -- b: {}}\n");
    assertSetError(
        file, "links.a -- c.delay=1ms", "`links` has no `a -- c`; did you mean `a -- b`?");
    assertSetError(file, "links.a -- b.delay=1", ": `delay`: `1` needs a unit: ns, us, ms, s, min");
    assertSetError(file, "links.a -- b.dely=1ms", ": unknown key `dely`; did you mean `delay`?");
    assertSetError(file, "topology.x=1", "`topology` is the text `t` and has no `x`");
    assertSetError(file, "nonsense", ": expected `path=value`");
    assertSetError(file, "a..b=1", ": a piece of the path is empty");
  }

  private static void assertSetError(Path file, String set, String end) {
    String error =
        assertThrows(FileError.class, () -> TopologyFile.load(file, List.of(set), Menus.catalog()))
            .getMessage();
    assertTrue(error.startsWith("--set " + set), error);
    assertTrue(error.endsWith(end), error);
  }
}
