// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.manual.ServiceManual;
import rani.service.ServiceProvider;
import rani.services.probe.ServicesDocumentTest;

/** Every service has a manual at run time, with the parts that a manual has. */
class ManualsTest {
  private static final List<String> PARTS = List.of("Options.", "Facts.", "Example.", "See also.");

  /** An option is followed by its default in brackets. */
  private static final Pattern DEFAULTED = Pattern.compile("\\{@code ([a-z-]+)}:? \\(");

  static Stream<ServiceProvider> providers() {
    return ProvidersTest.providers();
  }

  private static String manual(ServiceProvider provider) {
    return ServiceManual.of(provider).orElseThrow(() -> new AssertionError(provider.name()));
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
  void itNamesEveryOptionThatIsReadAndItsDefault(ServiceProvider provider) {
    String manual = manual(provider).replaceAll("\\s+", " ");
    for (String option : ServicesDocumentTest.ownOptionsOf(provider)) {
      String name = option.split(" ")[0];
      assertTrue(manual.contains(name), () -> name + " is not in\n" + manual);
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void whatItGivesADefaultIsAnOption(ServiceProvider provider) throws IOException {
    String comment = ServicesDocumentTest.comment(ServicesDocumentTest.source(provider));
    String part = comment.substring(comment.indexOf("Options."), comment.indexOf("Facts."));
    var known = new TreeSet<String>();
    ServicesDocumentTest.optionsAskedBy(provider).forEach(one -> known.add(one.split(" ")[0]));
    var named = new TreeSet<String>();
    DEFAULTED.matcher(part).results().forEach(match -> named.add(match.group(1)));
    named.removeAll(known);

    assertEquals(new TreeSet<String>(), named);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void noMarkupIsLeft(ServiceProvider provider) {
    String manual = manual(provider);

    assertFalse(manual.contains("{@"), manual);
    assertFalse(manual.matches("(?s).*</?[a-z]+>.*"), manual);
  }
}
