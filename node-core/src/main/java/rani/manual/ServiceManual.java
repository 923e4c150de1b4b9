// SPDX-License-Identifier: Apache-2.0
package rani.manual;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import rani.service.ServiceProvider;
import rani.service.Verb;

/** Finds the manual that {@link ManualProcessor} has put beside a service's classes. */
public final class ServiceManual {
  /** Folder of the manuals among the classes; each is named after its provider's class. */
  static final String FOLDER = "META-INF/rani/manual/";

  private ServiceManual() {}

  /**
   * Returns a provider's manual as plain text; empty if it was compiled without the processor. The
   * options of the service are one per line.
   */
  public static Optional<String> of(ServiceProvider provider, List<String> options) {
    Class<?> type = provider.getClass();
    try (InputStream text = type.getResourceAsStream("/" + file(type.getName()))) {
      return text == null
          ? Optional.empty()
          : Optional.of(
              new String(text.readAllBytes(), StandardCharsets.UTF_8)
                  + part("Options.", options)
                  + part("Verbs.", provider.verbs().stream().map(ServiceManual::item).toList()));
    } catch (IOException e) {
      throw new UncheckedIOException("the manual of " + provider.name(), e);
    }
  }

  private static String item(Verb verb) {
    return "`" + verb.synopsis() + "`: " + verb.meaning();
  }

  /** Returns a part of a manual, a titled list of items in HTML; empty if there are no items. */
  public static String part(String title, List<String> items) {
    String list = items.stream().map(item -> "<li>" + item + "</li>").collect(joining());
    return items.isEmpty() ? "" : "\n" + ManualText.plain(title + list);
  }

  /** Returns the first sentence of a manual, on one line. */
  public static String summary(String manual) {
    String paragraph = manual.split("\n\n", 2)[0].replace('\n', ' ').strip();
    int end = paragraph.indexOf(". ");
    return end < 0 ? paragraph : paragraph.substring(0, end + 1);
  }

  static String file(String className) {
    return FOLDER + className + ".txt";
  }
}
