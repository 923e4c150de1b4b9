// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import rani.ground.Sha256;
import rani.model.jar.JarRefusal.Reason;
import rani.wasm.CodeLimits;
import rani.wasm.CodeRefusal;
import rani.wasm.Description;
import rani.wasm.SandboxedCode;

/**
 * Service jar with a valid signature of one of the network's operators.
 *
 * <p>Its first entry is {@value #STATEMENT}, a {@link JarStatement}: the service, the network, the
 * validity, and all other entries in order with length and SHA-256. The second entry is {@value
 * #SIGNATURE}, one line:
 *
 * <pre>ed25519 KEY-ID BASE64-OF-THE-SIGNATURE</pre>
 *
 * <p>The signature covers the bytes of the statement. A jar may be hostile: the statement is parsed
 * only after its signature was verified, and each further entry is unpacked only up to the length
 * in the statement. Entries that the statement does not list are refused. The jar's central
 * directory is never read.
 *
 * <p>A module in WebAssembly is signed in the same envelope, as its only entry {@code
 * service.wasm}.
 *
 * @param keyId identifier of the key that signed the statement
 * @param sha256 of the whole jar, in hexadecimal
 * @param contents the entries that the statement lists
 */
public record SignedJar(JarStatement statement, String keyId, String sha256, JarContents contents) {
  static final String STATEMENT = "META-INF/rani/service.json";

  /** Identifier in place of a key for a module that no one signed. */
  public static final String UNSIGNED = "unsigned";

  static final String SIGNATURE = "META-INF/rani/service.sig";

  private static final Pattern SIGNATURE_LINE =
      Pattern.compile("ed25519 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)\n?");
  private static final int SIGNATURE_BYTES_MAX = 256;
  private static final int ZIP_MAGIC = 0x504B0304;
  private static final String SIGN_IT = "`rani operator sign` signs it";

  /**
   * Verifies and unpacks a jar, which one of the operators must have signed.
   *
   * @throws JarRefusal if the jar is damaged, or not signed by an operator
   */
  public static SignedJar open(byte[] jar, List<OperatorKey> operators) throws JarRefusal {
    if (jar.length > JarLimits.JAR_BYTES_MAX) {
      throw new JarRefusal(
          Reason.TOO_LARGE,
          "a service jar has at most " + JarLimits.JAR_BYTES_MAX + " bytes, not " + jar.length);
    }
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
      byte[] json = envelope(zip, STATEMENT, JarLimits.STATEMENT_BYTES_MAX, true);
      byte[] line = envelope(zip, SIGNATURE, SIGNATURE_BYTES_MAX, false);
      String keyId = signer(json, line, operators);
      JarStatement statement = JarStatement.parse(json);
      checkSizes(statement, jar.length);
      JarContents contents = new JarContents();
      for (JarStatement.Entry entry : statement.entries()) {
        contents.put(entry.name(), content(zip, entry));
      }
      ZipEntry more = zip.getNextEntry();
      if (more != null) {
        throw altered("holds `" + JarStatement.shown(more.getName()) + "`, which was not signed");
      }
      return new SignedJar(statement, keyId, Sha256.hex(jar), contents);
    } catch (IOException | IllegalArgumentException e) {
      throw new JarRefusal(
          Reason.MALFORMED, "it cannot be unpacked: " + JarStatement.shown("" + e.getMessage()));
    }
  }

  /** Reports whether bytes begin as a jar or an envelope does. */
  public static boolean isZip(byte[] bytes) {
    return bytes.length >= Integer.BYTES && ByteBuffer.wrap(bytes).getInt() == ZIP_MAGIC;
  }

  /**
   * Returns a plain module as if it were in an envelope, for nodes that run WebAssembly of anyone.
   * Its statement follows from the module's description.
   */
  public static SignedJar ofModule(byte[] module, String network, Instant now) throws JarRefusal {
    Description said = described(module);
    JarStatement statement =
        new JarStatement(
            JarStatement.FORMAT,
            said.name(),
            said.number(),
            said.version(),
            JarContents.CODE,
            network,
            now,
            now.plus(JarLimits.VALIDITY_MAX),
            List.of(new JarStatement.Entry(JarContents.CODE, module.length, Sha256.hex(module))));
    JarContents contents = new JarContents();
    contents.put(JarContents.CODE, module);
    return new SignedJar(statement, UNSIGNED, Sha256.hex(module), contents);
  }

  /** Checks a module in WebAssembly and returns its description. */
  static Description described(byte[] module) throws JarRefusal {
    if (module.length > CodeLimits.MODULE_BYTES_MAX) {
      throw new JarRefusal(
          Reason.TOO_LARGE,
          "a module has at most %d bytes, not %d"
              .formatted(CodeLimits.MODULE_BYTES_MAX, module.length));
    }
    try {
      return KnownCode.of(module).description();
    } catch (CodeRefusal e) {
      throw new JarRefusal(Reason.NOT_LOADABLE, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns the module in an envelope, by any signer, or a plain module itself. Nothing of it is
   * verified; for showing what it says.
   */
  public static byte[] moduleIn(byte[] bytes) throws JarRefusal {
    if (SandboxedCode.isModule(bytes)) {
      return bytes;
    }
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.getName().equals(JarContents.CODE)) {
          return zip.readNBytes(CodeLimits.MODULE_BYTES_MAX + 1);
        }
        var _ = zip.readNBytes(JarLimits.ENTRY_BYTES_MAX);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new JarRefusal(
          Reason.MALFORMED, "it cannot be unpacked: " + JarStatement.shown("" + e.getMessage()));
    }
    throw new JarRefusal(Reason.MALFORMED, "this is no WebAssembly module");
  }

  private static byte[] envelope(ZipInputStream zip, String name, int bytesMax, boolean first)
      throws IOException, JarRefusal {
    ZipEntry entry = zip.getNextEntry();
    if (entry == null && first) {
      throw new JarRefusal(Reason.MALFORMED, "it is no jar");
    }
    if (entry == null || !entry.getName().equals(name)) {
      throw new JarRefusal(
          Reason.UNSIGNED,
          "it is not signed, or was packed again since: its %s entry is not %s; %s"
              .formatted(first ? "first" : "second", name, SIGN_IT));
    }
    byte[] bytes = zip.readNBytes(bytesMax + 1);
    if (bytes.length > bytesMax) {
      throw new JarRefusal(Reason.TOO_LARGE, name + " has at most " + bytesMax + " bytes");
    }
    return bytes;
  }

  private static String signer(byte[] json, byte[] line, List<OperatorKey> operators)
      throws JarRefusal {
    Matcher signature = SIGNATURE_LINE.matcher(new String(line, StandardCharsets.ISO_8859_1));
    if (!signature.matches()) {
      throw new JarRefusal(Reason.MALFORMED, SIGNATURE + " is no signature");
    }
    String id = signature.group(1);
    OperatorKey key =
        operators.stream().filter(each -> each.id().equals(id)).findFirst().orElse(null);
    if (key == null && operators.isEmpty()) {
      throw new JarRefusal(
          Reason.NO_OPERATORS,
          "this network has no operators: add `operators: [FILE.pub]` to its topology, with the"
              + (" public key of the one who signs (this jar: key " + id + ")"));
    }
    if (key == null) {
      List<String> known = operators.stream().map(OperatorKey::id).toList();
      throw new JarRefusal(
          Reason.UNKNOWN_KEY,
          "it was signed by key %s, which is none of this network's operators: %s"
              .formatted(id, String.join(", ", known)));
    }
    if (!key.verifies(json, Base64.getDecoder().decode(signature.group(2)))) {
      throw new JarRefusal(
          Reason.BAD_SIGNATURE, "its statement is not what key " + id + " signed; " + SIGN_IT);
    }
    return id;
  }

  /** Checks the stated sizes before anything is unpacked. */
  private static void checkSizes(JarStatement statement, int jarBytes) throws JarRefusal {
    long sum = 0;
    for (JarStatement.Entry entry : statement.entries()) {
      sum += entry.bytes();
      if (entry.bytes() > JarLimits.ENTRY_BYTES_MAX) {
        throw new JarRefusal(
            Reason.TOO_LARGE,
            "%s has %d bytes, more than %d"
                .formatted(
                    JarStatement.shown(entry.name()), entry.bytes(), JarLimits.ENTRY_BYTES_MAX));
      }
    }
    long max =
        Math.min(
            JarLimits.UNPACKED_BYTES_MAX,
            JarLimits.RATIO_FREE_BYTES + (long) JarLimits.RATIO_MAX * jarBytes);
    if (sum > max) {
      throw new JarRefusal(Reason.TOO_LARGE, "unpacked it has " + sum + " bytes, more than " + max);
    }
  }

  private static byte[] content(ZipInputStream zip, JarStatement.Entry stated)
      throws IOException, JarRefusal {
    ZipEntry entry = zip.getNextEntry();
    if (entry == null || !entry.getName().equals(stated.name())) {
      String found = entry == null ? "nothing" : "`" + JarStatement.shown(entry.getName()) + "`";
      throw altered("has " + found + " where `" + stated.name() + "` was signed");
    }
    byte[] bytes = zip.readNBytes(stated.bytes() + 1);
    if (bytes.length != stated.bytes() || !Sha256.hex(bytes).equals(stated.sha256())) {
      throw altered("`" + stated.name() + "` is not what was signed");
    }
    return bytes;
  }

  private static JarRefusal altered(String what) {
    return new JarRefusal(
        Reason.ALTERED, (what.startsWith("`") ? "" : "it ") + what + "; " + SIGN_IT);
  }

  /** Throws unless the jar is for this network and valid at this time. */
  public void requireFor(String network, Instant now) throws JarRefusal {
    requireFor(network);
    requireAt(now);
  }

  /** Throws unless the jar is for this network. */
  public void requireFor(String network) throws JarRefusal {
    if (!statement.network().equals(network)) {
      throw new JarRefusal(
          Reason.OTHER_NETWORK,
          "it was signed for network " + statement.network() + ", and this is " + network);
    }
  }

  /** Throws unless the jar is valid at this time. */
  public void requireAt(Instant now) throws JarRefusal {
    if (now.isBefore(statement.notBefore())) {
      throw new JarRefusal(
          Reason.NOT_YET_VALID,
          "it may be loaded from " + statement.notBefore() + " on, and now it is " + now);
    }
    if (!now.isBefore(statement.expires())) {
      throw new JarRefusal(
          Reason.EXPIRED,
          "it could be loaded until " + statement.expires() + ", and now it is " + now);
    }
  }

  static byte[] signatureLine(OperatorSecret secret, byte[] json) {
    String signature = Base64.getEncoder().encodeToString(secret.sign(json));
    return ("ed25519 " + secret.key().id() + " " + signature + "\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  static boolean isEnvelope(String name) {
    return Arrays.asList(STATEMENT, SIGNATURE).contains(name);
  }
}
