// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Against Jackson's parser, which reads what is JSON, and nothing else. */
class JsonInputProperties {
  private static final JsonMapper JACKSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final List<String> WORDS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ":",
          ",",
          "\"",
          "\\",
          " ",
          "\n",
          "true",
          "false",
          "null",
          "tru",
          "0",
          "-",
          "1",
          "9223372036854775807",
          "9223372036854775808",
          ".5",
          "e3",
          "E-2",
          "+",
          "\"a\"",
          "\"a\":",
          "\"\\u00e4\"",
          "\\ud83d\\ude00",
          "\u0001",
          "ü",
          "/",
          "'");

  @Property(tries = 2000)
  void whatIsJsonReadsAsJacksonReadsIt(@ForAll("values") @Nullable Object value) {
    String text = JACKSON.writeValueAsString(value);
    assertEquals(jacksons(text), read(text));
    String wide = JACKSON.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    assertEquals(read(text), read(wide));
  }

  @Property(tries = 5000)
  void whatIsSpoiltIsReadOrRefusedAsByJackson(
      @ForAll("values") @Nullable Object value,
      @ForAll("words") String word,
      @ForAll int place,
      @ForAll int left) {
    String text = JACKSON.writeValueAsString(value);
    int at = Math.floorMod(place, text.length() + 1);
    int to = Math.min(text.length(), at + Math.floorMod(left, 3));
    String spoilt = text.substring(0, at) + word + text.substring(to);
    assertEquals(jacksons(spoilt), read(spoilt), spoilt);
  }

  @Property(tries = 2000)
  void wordsInAnyOrderAreReadOrRefusedAsByJackson(@ForAll("texts") String text) {
    assertEquals(jacksons(text), read(text), text);
  }

  /** Nothing if it is refused; a null that is read is in a list, as everything is. */
  private static Optional<List<@Nullable Object>> read(String text) {
    try {
      List<@Nullable Object> one = new ArrayList<>();
      one.add(JsonInput.value(text));
      return Optional.of(one);
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private static Optional<List<@Nullable Object>> jacksons(String text) {
    try {
      List<@Nullable Object> one = new ArrayList<>();
      one.add(ours(JACKSON.readValue(text, Object.class)));
      return Optional.of(one);
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private static @Nullable Object ours(@Nullable Object value) {
    if (value instanceof Integer whole) {
      return (long) whole;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> all = new ArrayList<>();
      list.forEach(each -> all.add(ours(each)));
      return all;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> all = new LinkedHashMap<>();
      map.forEach((key, each) -> all.put(key, ours(each)));
      return all;
    }
    return value;
  }

  @Provide
  Arbitrary<String> words() {
    return Arbitraries.of(WORDS);
  }

  @Provide
  Arbitrary<String> texts() {
    return words().list().ofMaxSize(8).map(words -> String.join("", words));
  }

  @Provide
  Arbitrary<Object> values() {
    Arbitrary<String> strings =
        Arbitraries.strings().all().ofMaxLength(6).filter(JsonInputProperties::isWhole);
    Arbitrary<Object> plain =
        Arbitraries.oneOf(
            strings.asGeneric(),
            Arbitraries.longs().asGeneric(),
            Arbitraries.bigIntegers().asGeneric(),
            Arbitraries.doubles().asGeneric(),
            Arbitraries.of(true, false).asGeneric());
    return Arbitraries.lazyOf(
        () -> plain,
        () -> plain,
        () -> values().list().ofMaxSize(4).asGeneric(),
        () ->
            Combinators.combine(strings.list().uniqueElements().ofMaxSize(4), values())
                .as(
                    (keys, value) -> {
                      Map<String, Object> map = new LinkedHashMap<>();
                      keys.forEach(key -> map.put(key, value));
                      return (Object) map;
                    }));
  }

  /** Half a pair cannot be written. */
  private static boolean isWhole(String text) {
    return text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }
}
