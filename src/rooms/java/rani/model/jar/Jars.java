// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** Jars for tests: {@code org.example.probe}, whole or with something wrong. */
public final class Jars {
  /** What the probes are signed for. */
  public static final String NETWORK = "net";

  /** A time at which they may be loaded. */
  public static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  private static final String SERVICES = "META-INF/services/rani.service.ServiceProvider";

  private Jars() {}

  /** The terms of a probe's signature. */
  public static JarSigner.Terms terms(@Nullable String version) {
    return new JarSigner.Terms(
        NETWORK,
        version,
        Instant.parse("2020-01-01T00:00:00Z"),
        Instant.parse("2030-01-01T00:00:00Z").minusSeconds(1));
  }

  /** A probe, signed. */
  public static byte[] signed(OperatorSecret secret, String version) throws JarRefusal {
    return JarSigner.sign(zip(probe(version)), secret, terms(version));
  }

  /** The entries of a probe. */
  public static SequencedMap<String, byte[]> probe(String release) {
    SequencedMap<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("META-INF/MANIFEST.MF", bytes("Manifest-Version: 1.0\n"));
    entries.put(SERVICES, bytes("org.example.probe.Probe$Provider # the one\n"));
    for (String type :
        List.of(
            "Probe", "Probe$Provider", "Probe$Tally", "Probe$Hello", "Probe$Shown", "Version")) {
      put(entries, "org/example/probe/" + type + ".class");
    }
    entries.put("release.txt", bytes(release));
    entries.put(
        "META-INF/rani/manual/org.example.probe.Probe$Provider.txt", bytes("probe - greets.\n"));
    return entries;
  }

  /** A jar whose provider cannot be made. */
  public static SequencedMap<String, byte[]> trouble() {
    SequencedMap<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(SERVICES, bytes("org.example.probe.Trouble"));
    put(entries, "org/example/probe/Trouble.class");
    return entries;
  }

  private static void put(Map<String, byte[]> entries, String name) {
    try (InputStream in = Jars.class.getResourceAsStream("/" + name)) {
      entries.put(name, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A text as an entry. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A jar of these entries. */
  public static byte[] zip(Map<String, byte[]> entries) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** The entries of a jar, its envelope too. */
  public static SequencedMap<String, byte[]> unzip(byte[] jar) {
    SequencedMap<String, byte[]> entries = new LinkedHashMap<>();
    try (var zip = new java.util.zip.ZipInputStream(new java.io.ByteArrayInputStream(jar))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName(), zip.readAllBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }
}
