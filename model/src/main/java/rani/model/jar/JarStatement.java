// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.model.jar.JarRefusal.Reason;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an operator states of a service jar.
 *
 * @param service its name
 * @param number its number in the RANI header
 * @param version of the service, a {@link SemanticVersion}
 * @param provider the class that makes it
 * @param network that it is for, by name
 * @param notBefore when it may first be loaded
 * @param expires when it may no longer be loaded
 * @param entries everything else in the jar, in its order
 */
public record JarStatement(
    String service,
    int number,
    String version,
    String provider,
    String network,
    Instant notBefore,
    Instant expires,
    List<Entry> entries) {
  private static final int FORMAT = 1;
  private static final int NUMBER_MIN = 1;
  private static final int NUMBER_MAX = 64_999;
  private static final Pattern SERVICE = Pattern.compile("[a-z][a-z0-9-]{0,31}");
  private static final Pattern PROVIDER = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$.]{0,254}");
  private static final Pattern NETWORK = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  private static final Set<String> KEYS =
      Set.of(
          "format",
          "service",
          "number",
          "version",
          "provider",
          "network",
          "not-before",
          "expires",
          "entries");
  private static final Set<String> ENTRY_KEYS = Set.of("name", "bytes", "sha256");

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /**
   * A file in the jar.
   *
   * @param name with its folders
   * @param bytes unpacked
   * @param sha256 of them, in hexadecimal
   */
  public record Entry(String name, int bytes, String sha256) {}

  /**
   * A statement that makes sense.
   *
   * @throws IllegalArgumentException if it makes none
   */
  public JarStatement {
    entries = List.copyOf(entries);
    require(SERVICE, "service", service);
    SemanticVersion.parse(version);
    require(PROVIDER, "provider", provider);
    require(NETWORK, "network", network);
    if (number < NUMBER_MIN || number > NUMBER_MAX) {
      throw new IllegalArgumentException(
          "a service's number is " + NUMBER_MIN + "…" + NUMBER_MAX + ", not " + number);
    }
    Duration holds = Duration.between(notBefore, expires);
    if (holds.isNegative() || holds.isZero() || holds.compareTo(JarLimits.VALIDITY_MAX) > 0) {
      throw new IllegalArgumentException(
          "a signature holds up to "
              + JarLimits.VALIDITY_MAX.toDays()
              + " days, not from "
              + notBefore
              + " to "
              + expires);
    }
    Set<String> names = new LinkedHashSet<>();
    for (Entry entry : entries) {
      require(DIGEST, "sha256", entry.sha256);
      if (entry.bytes < 0 || !isPlainName(entry.name) || !names.add(entry.name)) {
        throw new IllegalArgumentException("an entry that cannot be: " + shown(entry.name));
      }
    }
  }

  private static void require(Pattern form, String what, String text) {
    if (!form.matcher(text).matches()) {
      throw new IllegalArgumentException("`" + shown(text) + "` is no " + what + " of a service");
    }
  }

  /** What a stranger wrote, fit to be shown. */
  public static String shown(String text) {
    String plain = text.replaceAll("[^ -~]", "?");
    return plain.length() <= 80 ? plain : plain.substring(0, 77) + "...";
  }

  /** A file below the jar's root, and nothing that a tool might take for another place. */
  static boolean isPlainName(String name) {
    return !name.isEmpty()
        && name.getBytes(StandardCharsets.UTF_8).length <= JarLimits.NAME_BYTES_MAX
        && !name.startsWith("/")
        && !name.endsWith("/")
        && name.chars().noneMatch(c -> c < ' ' || c == 127 || c == '\\' || c == ':')
        && List.of(name.split("/", -1)).stream()
            .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
  }

  /** The version, to be compared. */
  public SemanticVersion semanticVersion() {
    return SemanticVersion.parse(version);
  }

  /**
   * The SHA-256 of what the entries are, in hexadecimal; the same for a jar that is signed again.
   */
  public String entriesSha256() {
    StringBuilder lines = new StringBuilder();
    for (Entry entry : entries) {
      lines
          .append(entry.sha256)
          .append(' ')
          .append(entry.name)
          .append('\n'); // no name has a line's end
    }
    return Sha256.hex(lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** As it stands in the jar. */
  byte[] print() {
    SequencedMap<String, Object> object = new LinkedHashMap<>();
    object.put("format", FORMAT);
    object.put("service", service);
    object.put("number", number);
    object.put("version", version);
    object.put("provider", provider);
    object.put("network", network);
    object.put("not-before", notBefore.toString());
    object.put("expires", expires.toString());
    List<Object> list = new ArrayList<>();
    for (Entry entry : entries) {
      SequencedMap<String, Object> one = new LinkedHashMap<>();
      one.put("name", entry.name);
      one.put("bytes", entry.bytes);
      one.put("sha256", entry.sha256);
      list.add(one);
    }
    object.put("entries", list);
    return (MAPPER.writeValueAsString(object) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads one.
   *
   * @throws JarRefusal if it is none
   */
  static JarStatement parse(byte[] json) throws JarRefusal {
    try {
      @Nullable Map<?, ?> object = MAPPER.readValue(json, Map.class);
      if (object == null) {
        throw new IllegalArgumentException("it is no object");
      }
      requireKeys(object, KEYS);
      if (number(object.get("format")) != FORMAT) {
        throw new IllegalArgumentException("its format is another than " + FORMAT);
      }
      List<Entry> entries = new ArrayList<>();
      if (!(object.get("entries") instanceof List<?> list)) {
        throw new IllegalArgumentException("it has no list of entries");
      }
      if (list.size() > JarLimits.ENTRIES_MAX) {
        throw new JarRefusal(
            Reason.TOO_LARGE, "a jar has at most " + JarLimits.ENTRIES_MAX + " entries");
      }
      for (Object each : list) {
        if (!(each instanceof Map<?, ?> one)) {
          throw new IllegalArgumentException("an entry is an object");
        }
        requireKeys(one, ENTRY_KEYS);
        int bytes = number(one.get("bytes"));
        entries.add(new Entry(text(one.get("name")), bytes, text(one.get("sha256"))));
      }
      return new JarStatement(
          text(object.get("service")),
          number(object.get("number")),
          text(object.get("version")),
          text(object.get("provider")),
          text(object.get("network")),
          Instant.parse(text(object.get("not-before"))),
          Instant.parse(text(object.get("expires"))),
          entries);
    } catch (JacksonException | DateTimeException | ArithmeticException e) {
      throw new JarRefusal(
          Reason.MALFORMED,
          SignedJar.STATEMENT + " cannot be read: " + shown(String.valueOf(e.getMessage())));
    } catch (IllegalArgumentException e) {
      throw new JarRefusal(Reason.MALFORMED, SignedJar.STATEMENT + ": " + e.getMessage());
    }
  }

  private static void requireKeys(Map<?, ?> object, Set<String> keys) {
    if (!object.keySet().equals(keys)) {
      throw new IllegalArgumentException("it lacks keys, or has more than it should");
    }
  }

  private static String text(@Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("a text is missing");
  }

  private static int number(@Nullable Object value) {
    if (value instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE) {
      return number.intValue();
    }
    throw new IllegalArgumentException("a whole number is missing");
  }
}
