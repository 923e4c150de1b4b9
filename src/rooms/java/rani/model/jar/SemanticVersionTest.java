// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of Semantic Versioning 2.0.0, by their paragraphs. */
class SemanticVersionTest {
  private static int compare(String one, String other) {
    return SemanticVersion.parse(one).comparePrecedence(SemanticVersion.parse(other));
  }

  /** Each is older than all behind it. */
  private static void assertOrder(String... versions) {
    List<String> order = List.of(versions);
    for (int i = 0; i < order.size(); i++) {
      for (int j = 0; j < order.size(); j++) {
        assertEquals(
            Integer.compare(i, j),
            Integer.signum(compare(order.get(i), order.get(j))),
            order.get(i) + " and " + order.get(j));
      }
    }
  }

  @Test
  void paragraph_2_numbers_increase_as_numbers() {
    assertOrder("1.9.0", "1.10.0", "1.11.0");
  }

  @Test
  void paragraph_11_major_minor_and_patch_are_compared_in_this_order() {
    assertOrder("1.0.0", "2.0.0", "2.1.0", "2.1.1");
  }

  @Test
  void paragraph_11_a_pre_release_comes_before_its_release() {
    assertOrder(
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.beta",
        "1.0.0-beta",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0-rc.1",
        "1.0.0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-0.3.7",
        "1.0.0-x.7.z.92",
        "1.0.0-x-y-z.--",
        "1.0.0-alpha+001",
        "1.0.0+20130313144700",
        "1.0.0-beta+exp.sha.5114f85",
        "1.0.0+21AF26D3----117B344092BD",
        "0.1.0-SNAPSHOT"
      })
  void paragraphs_9_and_10_these_are_versions(String text) {
    assertEquals(text, SemanticVersion.parse(text).text());
  }

  @Test
  void paragraph_10_build_metadata_does_not_count() {
    assertEquals(0, compare("1.0.0+20130313144700", "1.0.0+21AF26D3----117B344092BD"));
    assertEquals(0, compare("1.0.0-beta+exp.sha.5114f85", "1.0.0-beta"));
  }

  @Test
  void what_is_left_out_is_0() {
    assertEquals(0, compare("1", "1.0.0"));
    assertEquals(0, compare("3.1", "3.1.0"));
    assertOrder("1.0-SNAPSHOT", "1.0", "1.0.1");
  }

  @Test
  void numbers_may_be_larger_than_any_type() {
    assertOrder("1.0.0-9", "1.0.0-18446744073709551615", "1.0.0-18446744073709551616");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "v1.0.0",
        "01.0.0",
        "1.0.01",
        "1.0.0-01",
        "1.0.0-",
        "1.0.0-a..b",
        "1.0.0+",
        "1.0.0-ä",
        "1.0.0_1",
        "1.2.3.4",
        " 1.0.0",
        "1.0.0\n",
        "१.0.0",
        "1.0.0-rc.1234567890123456789012345"
      })
  void all_else_is_none(String text) {
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> SemanticVersion.parse(text));

    assertTrue(
        String.valueOf(refused.getMessage()).contains("write it as 1.2.3"), refused::toString);
  }
}
