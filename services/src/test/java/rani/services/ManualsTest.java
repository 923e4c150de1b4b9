// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.manual.ServiceManual;
import rani.service.ServiceProvider;

/** Every service has a manual at run time, with the parts that a manual has. */
class ManualsTest {
  private static final List<String> PARTS = List.of("Facts.", "Example.", "See also.");

  /** What looks like a class: of the papers' terms PrevNode alone does. */
  private static final Pattern CAMEL_CASE = Pattern.compile("\\b[A-Z][a-z]+[A-Z][a-z]\\w*");

  static Stream<ServiceProvider> providers() {
    return ProvidersTest.providers();
  }

  private static String manual(ServiceProvider provider) {
    return ServiceManual.of(provider, List.of())
        .orElseThrow(() -> new AssertionError(provider.name()));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void itBeginsWithTheNameAndSumsUpInASentence(ServiceProvider provider) {
    String summary = ServiceManual.summary(manual(provider));

    assertTrue(summary.startsWith(provider.name() + " - "), summary);
    assertTrue(summary.length() > provider.name().length() + 10, summary);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void itHasItsPartsInOrder(ServiceProvider provider) {
    String manual = manual(provider);
    int at = 0;
    for (String part : PARTS) {
      int next = manual.indexOf("\n" + part, at);
      assertTrue(next > 0, () -> provider.name() + " has no " + part + "\n" + manual);
      at = next;
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void noMarkupIsLeft(ServiceProvider provider) {
    String manual = manual(provider);

    assertFalse(manual.contains("{@"), manual);
    assertFalse(manual.matches("(?s).*</?[a-z]+>.*"), manual);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void itNamesNoClassOfTheSource(ServiceProvider provider) {
    List<String> names =
        CAMEL_CASE.matcher(manual(provider)).results().map(MatchResult::group).toList();

    assertEquals(List.of(), names.stream().filter(name -> !name.equals("PrevNode")).toList());
  }

  @ParameterizedTest
  @MethodSource("providers")
  void itRefersToServicesByTheirNames(ServiceProvider provider) {
    String manual = manual(provider).replaceAll("\\s+", " ");
    int at = manual.indexOf("See also. ") + "See also. ".length();
    List<String> known =
        Stream.concat(
                providers().map(ServiceProvider::name),
                Stream.of("the discipline red", "the discipline rio"))
            .toList();

    for (String name : manual.substring(at, manual.indexOf('.', at)).split(", ")) {
      assertTrue(known.contains(name.replace("`", "")), name);
    }
  }
}
