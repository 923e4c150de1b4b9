// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import rani.ground.Sha256;
import rani.json.Json;
import rani.model.jar.JarRefusal.Reason;
import tools.jackson.core.JacksonException;

/**
 * Signed statement about a service jar, stored in it as JSON; each component is a key.
 *
 * @param format version of the format, {@value #FORMAT}
 * @param number the service's number in the RANI header
 * @param version of the service, a {@link SemanticVersion}
 * @param network name of the network that may load the jar
 * @param notBefore start of the validity
 * @param expires end of the validity, exclusive
 * @param entries all other entries of the jar, in its order
 */
public record JarStatement(
    int format,
    String service,
    int number,
    String version,
    String provider,
    String network,
    Instant notBefore,
    Instant expires,
    List<Entry> entries) {
  static final int FORMAT = 1;
  private static final int NUMBER_MIN = 1;
  private static final int NUMBER_MAX = 64_999;
  private static final Pattern SERVICE = Pattern.compile("[a-z][a-z0-9-]{0,31}");
  private static final Pattern PROVIDER = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$.]{0,254}");
  private static final Pattern NETWORK = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /** Entry of the jar: its path, unpacked size, and digest in hexadecimal. */
  public record Entry(String name, int bytes, String sha256) {}

  /** Throws IllegalArgumentException if a value is invalid. */
  public JarStatement {
    entries = List.copyOf(entries);
    if (format != FORMAT) {
      throw new IllegalArgumentException("its format is another than " + FORMAT);
    }
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
          "a signature holds up to %d days, not from %s to %s"
              .formatted(JarLimits.VALIDITY_MAX.toDays(), notBefore, expires));
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

  /** Returns untrusted text in printable ASCII, truncated. */
  public static String shown(String text) {
    String plain = text.replaceAll("[^ -~]", "?");
    return plain.length() <= 80 ? plain : plain.substring(0, 77) + "...";
  }

  /** Returns whether a name is a relative path that no tool resolves outside of the jar. */
  static boolean isPlainName(String name) {
    return !name.isEmpty()
        && name.getBytes(StandardCharsets.UTF_8).length <= JarLimits.NAME_BYTES_MAX
        && !name.startsWith("/")
        && !name.endsWith("/")
        && name.chars().noneMatch(c -> c < ' ' || c == 127 || c == '\\' || c == ':')
        && List.of(name.split("/", -1)).stream()
            .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
  }

  public SemanticVersion semanticVersion() {
    return SemanticVersion.parse(version);
  }

  /** Returns a hexadecimal SHA-256 of all entries, which signing again does not change. */
  public String entriesSha256() {
    StringBuilder lines = new StringBuilder(); // names contain no end of line
    entries.forEach(each -> lines.append(each.sha256).append(' ').append(each.name).append('\n'));
    return Sha256.hex(lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  byte[] print() {
    return (Json.print(this) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Parses a statement; throws if it is invalid. */
  static JarStatement parse(byte[] json) throws JarRefusal {
    try {
      JarStatement read = Json.read(new String(json, StandardCharsets.UTF_8), JarStatement.class);
      if (read.entries.size() > JarLimits.ENTRIES_MAX) {
        throw new JarRefusal(
            Reason.TOO_LARGE, "a jar has at most " + JarLimits.ENTRIES_MAX + " entries");
      }
      return read;
    } catch (JacksonException | DateTimeException | ArithmeticException e) {
      throw new JarRefusal(
          Reason.MALFORMED,
          SignedJar.STATEMENT + " cannot be read: " + shown(String.valueOf(e.getMessage())));
    }
  }
}
