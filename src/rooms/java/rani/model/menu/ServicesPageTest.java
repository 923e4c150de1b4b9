// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.model.schema.KeyTable;
import rani.rdp.bind.RdpOptions;

/** The tables of options on docs/services.md are what the services ask for. */
class ServicesPageTest {
  private static final Path PAGE = Path.of("../..", "docs", "services.md");

  /** Whether the tables are to be written again. */
  private static final boolean REWRITE = Boolean.getBoolean("rani.tables");

  private static final String COMMAND =
      "mvn verify -pl src/rooms -am -Dtest=ServicesPageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Drani.tables=true";

  private static final String RDP = "RDP";
  private static final KeyTable OF_RDP = KeyTable.of(DescribedOptions.of(RdpOptions::read));

  static Stream<String> sections() {
    return Stream.concat(ServiceCatalog.installed().names().stream(), Stream.of(RDP));
  }

  /** The options of a service; of those of RDP, which have a table of their own, none. */
  private static KeyTable table(String section) {
    if (section.equals(RDP)) {
      return OF_RDP;
    }
    Set<String> ofRdp =
        OF_RDP.rows().stream().map(ServicesPageTest::alone).collect(Collectors.toSet());
    List<KeyTable.Row> own =
        new ArrayList<>(
            KeyTable.of(
                    DescribedOptions.of(
                        ServiceCatalog.installed().find(section).orElseThrow()::create))
                .rows());
    own.removeIf(row -> ofRdp.contains(alone(row)));
    return new KeyTable(own);
  }

  /** A row without the list that it stands in and the kinds of flows that it is for. */
  private static String alone(KeyTable.Row row) {
    String kinds = "bulk, request-response: ";
    String meaning = row.meaning();
    return row.name().substring(row.name().lastIndexOf('.') + 1)
        + " "
        + (meaning.startsWith(kinds) ? meaning.substring(kinds.length()) : meaning);
  }

  @ParameterizedTest
  @MethodSource("sections")
  void theTableIsWhatTheServiceAsksFor(String section) throws Exception {
    Pattern block =
        Pattern.compile("(?s)(<!-- options " + section + " -->\n)(.*?)(<!-- end -->\n)");
    String page = Files.readString(PAGE);
    var found = block.matcher(page);
    assertTrue(found.find(), "a block of options of " + section);
    String made = table(section).markdown("option");
    if (REWRITE) {
      Files.writeString(
          PAGE, page.substring(0, found.start(2)) + made + page.substring(found.end(2)));
    } else {
      assertEquals(made, found.group(2), "if this is meant, run `" + COMMAND + "`");
    }
  }

  @Test
  void optionsOfRdpAreListedOnce() {
    assertEquals(
        List.of("port", "rdp"), table("sink").rows().stream().map(KeyTable.Row::name).toList());
  }
}
