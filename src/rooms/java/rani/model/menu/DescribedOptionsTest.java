// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import rani.model.file.Form;
import rani.model.file.Property;
import rani.model.file.Vocabulary;
import rani.service.OptionReader;

/** Options are found wherever a service asks for them, whatever leads to the question. */
class DescribedOptionsTest {
  private static final List<String> KINDS = List.of("plain", "paced", "listed");

  private static void read(OptionReader options) {
    options.flag("on", true, "Whether it works.");
    for (OptionReader flow : options.each("flows", "What is sent.")) {
      flow.node("to", "Who receives.");
      if (flow.has("via")) {
        flow.node("via", "Who is asked.");
      }
      if (flow.has("limit")) {
        flow.durationNanos("limit", 0, "How long at most.");
      }
      String kind = flow.oneOf("kind", "plain", KINDS, "How.");
      if (kind.equals("listed")) {
        throw new IllegalArgumentException("without a list");
      }
      long min = kind.equals("paced") ? 0 : 1;
      flow.count("packets", 100, min, 1000 + 10 * min, "How many.");
      if (kind.equals("paced")) {
        flow.durationNanos("gap", 5_000_000, "A pause.");
        flow.sizeBytes("window", 2_000_000, 1, 9_000_000, "A window of bytes.");
        boolean isSoft =
            flow.oneOf("edge", "hard", List.of("hard", "soft"), "An edge.").equals("soft");
        if (isSoft) {
          flow.fraction("slope", 0.5, 0, 1, "A slope.");
        }
      } else {
        flow.count("window", 64, 1, 99, "A window of packets.");
      }
    }
  }

  private static Vocabulary flows() {
    Property flows = DescribedOptions.of(DescribedOptionsTest::read).find("flows").orElseThrow();
    Form.ListOf list = (Form.ListOf) flows.form();
    return ((Form.Mapping) list.member()).keys().get();
  }

  private static Property flow(String name) {
    return flows().find(name).orElseThrow();
  }

  @Test
  void allAreFoundInTheOrderInWhichTheyAreAskedFor() {
    assertEquals(List.of("on", "flows"), DescribedOptions.of(DescribedOptionsTest::read).names());
    assertEquals(
        List.of("to", "kind", "packets", "window", "via", "limit", "gap", "edge", "slope"),
        flows().names());
  }

  @Test
  void whatOnlySomeWordsLeadToBeginsWithThem() {
    assertEquals("How many.", flow("packets").meaning());
    assertEquals("paced: A pause.", flow("gap").meaning());
    assertEquals("5ms", flow("gap").usual());
    assertEquals("soft: A slope.", flow("slope").meaning());
  }

  @Test
  void whatMeansSomethingElseByWordsHasTheirUsualValues() {
    assertEquals(
        "plain: A window of packets (64). paced: A window of bytes (2MB).",
        flow("window").meaning());
    assertEquals("", flow("window").usual());
  }

  @Test
  void aRangeTakesWhatAnyWordAllows() {
    assertEquals(new Form.Whole(0L, 1010L), flow("packets").form());
    assertEquals("100", flow("packets").usual());
  }

  @Test
  void whatIsReadOnlyWhereItIsThereIsNotRequiredAndHasNoUsualValue() {
    assertTrue(flow("to").isRequired());
    assertFalse(flow("via").isRequired());
    assertEquals("", flow("limit").usual());
    assertEquals("How long at most.", flow("limit").meaning());
  }

  @Test
  void everyServiceCanBeStartedByAPacketAndStoppedWhenIdle() {
    ServiceCatalog catalog = ServiceCatalog.installed();
    for (String name : catalog.names()) {
      Vocabulary all = LocatedOptions.vocabulary(catalog.find(name).orElseThrow());
      assertEquals("at-once", all.find("start").orElseThrow().usual(), name);
      assertEquals("", all.find("idle-stop").orElseThrow().usual(), name);
    }
  }

  @Test
  void everyOptionOfEveryServiceIsDescribedInASentence() {
    ServiceCatalog catalog = ServiceCatalog.installed();
    for (String name : catalog.names()) {
      assertDescribed(name, LocatedOptions.vocabulary(catalog.find(name).orElseThrow()));
    }
  }

  private static void assertDescribed(String where, Vocabulary options) {
    for (Property option : options.properties()) {
      String path = where + "." + option.name();
      assertTrue(option.meaning().matches("([a-z].*: )*[A-Z].*[^.]\\."), () -> path);
      if (option.form() instanceof Form.ListOf list && list.member() instanceof Form.Mapping map) {
        assertDescribed(path, map.keys().get());
      }
    }
  }
}
