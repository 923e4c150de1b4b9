// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import rani.ground.Sha256;
import rani.model.jar.JarRefusal.Reason;
import rani.service.ServiceProvider;
import rani.wasm.SandboxedCode;

/** Signs service jars and modules reproducibly, and refuses those that every node would refuse. */
public final class JarSigner {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String MAVEN = "META-INF/maven/";
  private static final String MAVEN_PROPERTIES = "/pom.properties";

  /** The earliest time that a zip entry can have, so that signing is reproducible. */
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private JarSigner() {}

  /**
   * Scope and validity of a signature: the network's name and the service's version, which is null
   * for the version in the jar's manifest, its Maven properties, or the module.
   */
  public record Terms(
      String network, @Nullable String version, Instant notBefore, Instant expires) {}

  /**
   * Signs a jar or a module, and replaces an existing signature.
   *
   * @return the signed jar, or the module in its envelope
   * @throws JarRefusal if every node would refuse the jar
   * @throws IllegalArgumentException if the terms are invalid
   */
  public static byte[] sign(byte[] jar, OperatorSecret secret, Terms terms) throws JarRefusal {
    JarContents contents = SandboxedCode.isModule(jar) ? ofModule(jar) : read(jar);
    contents.requireClasses();
    ServiceProvider provider = new JarClassLoader("signing", contents).provider();
    List<JarStatement.Entry> entries = new ArrayList<>();
    contents
        .entries()
        .forEach(
            (name, bytes) ->
                entries.add(new JarStatement.Entry(name, bytes.length, Sha256.hex(bytes))));
    JarStatement statement =
        new JarStatement(
            JarStatement.FORMAT,
            provider.name(),
            provider.number(),
            terms.version == null ? version(contents) : terms.version,
            contents.provider(),
            terms.network,
            terms.notBefore,
            terms.expires,
            entries);
    byte[] json = statement.print();
    byte[] signed = pack(json, SignedJar.signatureLine(secret, json), contents);
    SignedJar.open(signed, List.of(secret.key()));
    return signed;
  }

  private static JarContents ofModule(byte[] module) {
    JarContents contents = new JarContents();
    contents.put(JarContents.CODE, module);
    return contents;
  }

  private static JarContents read(byte[] jar) throws JarRefusal {
    JarContents contents = new JarContents();
    long sum = 0;
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
      ZipEntry entry = zip.getNextEntry();
      if (entry == null) {
        throw new JarRefusal(Reason.MALFORMED, "it is no jar");
      }
      for (; entry != null; entry = zip.getNextEntry()) {
        if (entry.isDirectory() || SignedJar.isEnvelope(entry.getName())) {
          continue;
        }
        byte[] bytes = zip.readNBytes(JarLimits.ENTRY_BYTES_MAX + 1);
        sum += bytes.length;
        if (bytes.length > JarLimits.ENTRY_BYTES_MAX
            || sum > JarLimits.UNPACKED_BYTES_MAX
            || contents.entries().size() == JarLimits.ENTRIES_MAX) {
          throw new JarRefusal(
              Reason.TOO_LARGE,
              "a service jar has at most %d entries, each of at most %d bytes, together %d"
                  .formatted(
                      JarLimits.ENTRIES_MAX,
                      JarLimits.ENTRY_BYTES_MAX,
                      JarLimits.UNPACKED_BYTES_MAX));
        }
        if (contents.get(entry.getName()) != null) {
          throw new JarRefusal(Reason.MALFORMED, "it holds `" + entry.getName() + "` twice");
        }
        contents.put(entry.getName(), bytes);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new JarRefusal(
          Reason.MALFORMED, "it cannot be unpacked: " + JarStatement.shown("" + e.getMessage()));
    }
    return contents;
  }

  private static String version(JarContents contents) throws JarRefusal {
    byte[] module = contents.module();
    if (module != null) {
      return SignedJar.described(module).version();
    }
    String version = null;
    try {
      byte[] manifest = contents.get(MANIFEST);
      if (manifest != null) {
        version =
            new Manifest(new ByteArrayInputStream(manifest))
                .getMainAttributes()
                .getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      }
      for (Map.Entry<String, byte[]> entry : contents.entries().entrySet()) {
        if (version == null
            && entry.getKey().startsWith(MAVEN)
            && entry.getKey().endsWith(MAVEN_PROPERTIES)) {
          Properties properties = new Properties();
          properties.load(new ByteArrayInputStream(entry.getValue()));
          version = properties.getProperty("version");
        }
      }
    } catch (IOException e) {
      throw new JarRefusal(Reason.MALFORMED, "its manifest cannot be read");
    }
    if (version == null) {
      throw new IllegalArgumentException(
          "neither its manifest nor a Maven project says which version of the service it is;"
              + " say it with --release");
    }
    return version;
  }

  private static byte[] pack(byte[] json, byte[] line, JarContents contents) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      put(zip, SignedJar.STATEMENT, json);
      put(zip, SignedJar.SIGNATURE, line);
      for (Map.Entry<String, byte[]> entry : contents.entries().entrySet()) {
        put(zip, entry.getKey(), entry.getValue());
      }
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory fails never", e);
    }
    return out.toByteArray();
  }

  private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(NO_TIME);
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }
}
