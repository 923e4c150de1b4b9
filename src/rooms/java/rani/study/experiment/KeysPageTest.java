// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import rani.model.file.Vocabulary;
import rani.model.schema.KeyPage;
import rani.model.topology.TopologySchema;

/** The tables on docs/keys.md are the keys that the readers know. */
class KeysPageTest {
  private static final Path PAGE = Path.of("../..", "docs", "keys.md");
  private static final boolean REWRITE = Boolean.getBoolean("rani.tables");
  private static final String MARK = "<!-- The rest is generated. -->\n";

  @Test
  void the_page_has_the_keys_of_the_readers() throws Exception {
    SequencedMap<String, Vocabulary> kinds = new LinkedHashMap<>();
    kinds.put("topology", TopologySchema.keys());
    kinds.put("experiment", ExperimentSchema.keys());
    String made = KeyPage.markdown(kinds);

    String page = Files.readString(PAGE);
    int start = page.indexOf(MARK) + MARK.length();
    assertTrue(start >= MARK.length(), PAGE + " has the line " + MARK);
    if (REWRITE) {
      Files.writeString(PAGE, page.substring(0, start) + made);
    } else {
      assertEquals(made, page.substring(start), "`-Drani.tables=true` writes the tables again");
    }
  }
}
