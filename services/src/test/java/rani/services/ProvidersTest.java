// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.service.ServiceProvider;
import rani.service.Verb;
import rani.services.traffic.OneNode;
import rani.wire.MessageFormat;

/** What holds for every service that may stand on a menu. */
public class ProvidersTest {
  private static final Path MODULE_INFO = Path.of("src", "main", "java", "module-info.java");

  public static Stream<ServiceProvider> providers() {
    return ServiceLoader.load(ServiceProvider.class).stream()
        .filter(provider -> provider.type().getName().startsWith("rani.services."))
        .map(ServiceLoader.Provider::get);
  }

  /** The messages of all of them. */
  public static List<MessageFormat> messages() {
    return providers().flatMap(provider -> provider.messages().stream()).toList();
  }

  @Test
  void typesOfMessagesAreUniqueAndNeverChange() {
    assertEquals(
        List.of(
            "10 AbcdSize",
            "2 ActiveFilter",
            "3 ActiveFilterAck",
            "6 AccFilter",
            "7 AccFilterStands",
            "8 UfcCongestion",
            "9 UfcShaping"),
        messages().stream().map(each -> each.type() + " " + each.name()).sorted().toList());
  }

  @Test
  void theClassPathOffersWhatTheModuleDoes() throws IOException {
    List<String> ofModule =
        Pattern.compile("rani\\.services\\.\\w+\\.\\w+\\.Provider")
            .matcher(Files.readString(MODULE_INFO))
            .results()
            .map(match -> match.group())
            .sorted()
            .toList();
    List<String> ofClassPath =
        providers().map(provider -> provider.getClass().getCanonicalName()).sorted().toList();

    assertEquals(ofModule, ofClassPath);
    assertEquals(14, ofModule.size());
  }

  @Test
  void numbersAreUniqueAndNeverChange() {
    assertEquals(
        List.of(
            "1 lgc",
            "10 acc-filter",
            "11 ufc-core",
            "12 ufc-edge",
            "13 abcd-monitor",
            "14 abcd-splitter",
            "2 active-filter",
            "3 echo",
            "4 sink",
            "5 source",
            "6 ping",
            "7 traceroute",
            "8 flakeway",
            "9 acc-monitor"),
        providers().map(provider -> provider.number() + " " + provider.name()).sorted().toList());
  }

  @ParameterizedTest
  @MethodSource("providers")
  void itIsMadeWithoutAnyOptionAndHasFacts(ServiceProvider provider) {
    assertTrue(provider.create(GivenOptions.none()).facts(0).byKey().size() > 0);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void itIsMadeWithoutAnyEffect(ServiceProvider provider) {
    assertEquals(
        provider.create(GivenOptions.none()).facts(0),
        provider.create(GivenOptions.none()).facts(0));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void itsNameIsWordsInLowerCase(ServiceProvider provider) {
    assertTrue(provider.name().matches("[a-z]+(-[a-z]+)*"), provider.name());
  }

  @ParameterizedTest
  @MethodSource("providers")
  void itKnowsTheVerbsThatItNamesAndNoOther(ServiceProvider provider) {
    List<String> own = provider.verbs().stream().map(Verb::name).toList();
    var verbs = new LinkedHashSet<>(own);
    providers().forEach(one -> one.verbs().forEach(verb -> verbs.add(verb.name())));
    verbs.add("nosuch");
    MenuEntry[] menu =
        providers()
            .filter(
                one ->
                    one.number() == provider.number() || provider.dependsOn().contains(one.name()))
            .map(one -> new MenuEntry(one, GivenOptions.none()))
            .toArray(MenuEntry[]::new);
    OneNode node = new OneNode("10.0.0.8").menu(menu).start();
    List<String> known = new ArrayList<>();
    for (String verb : verbs) {
      Command say = new Command.Tell(provider.name(), verb, List.of("x"));
      if (!node.node().handle(node.nowNanos(), say).message().contains("has no verb")) {
        known.add(verb);
      }
    }

    assertEquals(own, known);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void whatItDependsOnExists(ServiceProvider provider) {
    var names = new TreeSet<>(providers().map(ServiceProvider::name).toList());

    assertTrue(names.containsAll(provider.dependsOn()), () -> "" + provider.dependsOn());
  }
}
