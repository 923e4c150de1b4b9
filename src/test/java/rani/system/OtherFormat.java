// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import rani.study.sweep.CheckedLine;
import rani.world.CamelCase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes files of a run as a version with another format would write them. Which objects are
 * records, whose keys are the format's, and which are maps, whose keys are data, follows from the
 * record that a file is read as.
 */
final class OtherFormat {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String LATER = "of-a-later-version";
  private static final List<Class<?>> OPTIONAL =
      List.of(Optional.class, OptionalDouble.class, OptionalInt.class, OptionalLong.class);

  private final boolean inKebab;

  /** Keys are as components, or in kebab-case unless a record says otherwise. */
  OtherFormat(boolean inKebab) {
    this.inKebab = inKebab;
  }

  /** A key of a format: its place, without numbers of lists, and whether a reader has a default. */
  record Key(String place, boolean hasDefault) {}

  /** Adds a key that no version knows to every record of a file. */
  void addEverywhere(Path file, Class<?> kind) throws IOException {
    JsonNode root = JSON.readTree(Files.readString(file));
    records(root, kind, "", (place, object) -> object.node.putObject(LATER).put("x", 1));
    Files.writeString(file, JSON.writeValueAsString(root));
  }

  /** Adds such a key to every object of a file that is read as it comes, without a record. */
  static void addEverywhere(Path file) throws IOException {
    JsonNode root = JSON.readTree(Files.readString(file));
    List<JsonNode> left = new ArrayList<>(List.of(root));
    while (!left.isEmpty()) {
      JsonNode node = left.removeLast();
      node.forEach(left::add);
      if (node instanceof ObjectNode object) {
        object.put(LATER, 1);
      }
    }
    Files.writeString(file, JSON.writeValueAsString(root));
  }

  /** Adds such a key to every record of a row, and the checksum that belongs to it then. */
  String addEverywhere(String row, Class<?> kind) {
    JsonNode root = JSON.readTree(row);
    ((ObjectNode) root).remove("crc32c");
    records(root, kind, "", (place, object) -> object.node.put(LATER, 1));
    return CheckedLine.of(JSON.writeValueAsString(root));
  }

  /** Returns the text without each key in turn, one of each place. */
  Map<Key, String> withoutEach(String text, Class<?> kind) {
    JsonNode root = JSON.readTree(text);
    Map<Key, String> without = new LinkedHashMap<>();
    records(
        root,
        kind,
        "",
        (place, object) -> {
          for (RecordComponent component : object.kind.getRecordComponents()) {
            String name = key(object.kind, component);
            JsonNode value = object.node.get(name);
            Key key = new Key(place + "." + name, hasDefault(component));
            if (value != null && !without.containsKey(key)) {
              ObjectNode whole = object.node.deepCopy();
              object.node.remove(name);
              without.put(key, JSON.writeValueAsString(root));
              object.node.removeAll().setAll(whole);
            }
          }
        });
    return without;
  }

  private static boolean hasDefault(RecordComponent component) {
    Class<?> kind = component.getType();
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class)
        || List.class.isAssignableFrom(kind)
        || Map.class.isAssignableFrom(kind)
        || OPTIONAL.contains(kind);
  }

  private record Found(ObjectNode node, Class<?> kind) {}

  private void records(
      @Nullable JsonNode node, Type type, String place, BiConsumer<String, Found> heard) {
    if (node == null || node.isNull()) {
      return;
    }
    if (type instanceof ParameterizedType of) {
      Type element = of.getActualTypeArguments()[of.getActualTypeArguments().length - 1];
      if (of.getRawType() == Optional.class) {
        records(node, element, place, heard);
      } else {
        node.forEach(each -> records(each, element, place, heard));
      }
    } else if (type instanceof Class<?> kind && node instanceof ObjectNode object) {
      if (kind.isSealed()) {
        records(object, named(kind, object.get("@type").asString()), place, heard);
      } else if (kind.isRecord()) {
        for (RecordComponent component : kind.getRecordComponents()) {
          String key = key(kind, component);
          records(object.get(key), component.getGenericType(), place + "." + key, heard);
        }
        heard.accept(place, new Found(object, kind));
      }
    }
  }

  private static Class<?> named(Class<?> sealed, String name) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .filter(each -> each.getSimpleName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private String key(Class<?> kind, RecordComponent component) {
    String name = component.getName();
    return inKebab && !kind.isAnnotationPresent(CamelCase.class)
        ? name.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT)
        : name;
  }
}
