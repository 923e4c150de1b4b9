// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ModuleDesc;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.example.probe.Probe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import rani.ground.Sha256;
import rani.model.jar.JarRefusal.Reason;
import rani.service.ServiceProvider;

/** What a node checks of a service jar, each with a reason of its own. */
class SignedJarTest {
  private static final OperatorSecret SECRET = OperatorSecret.generate();
  private static final List<OperatorKey> OPERATORS = List.of(SECRET.key());

  private final SequencedMap<String, byte[]> entries = Jars.probe("1.0");

  private static void assertRefused(Reason reason, String words, Executable action) {
    JarRefusal refusal = assertThrows(JarRefusal.class, action);
    assertEquals(reason, refusal.reason(), refusal::getMessage);
    assertTrue(String.valueOf(refusal.getMessage()).contains(words), refusal::getMessage);
  }

  /** What becomes of a signed probe after something was done to its entries. */
  private static void assertRefusedIf(
      Reason reason, String words, Consumer<SequencedMap<String, byte[]>> tampering)
      throws Exception {
    SequencedMap<String, byte[]> entries = Jars.unzip(Jars.signed(SECRET, "1.0"));
    tampering.accept(entries);
    assertRefused(reason, words, () -> SignedJar.open(Jars.zip(entries), OPERATORS));
  }

  /** A jar whose statement says anything, truly signed. */
  private static byte[] stating(String json) {
    byte[] statement = Jars.bytes(json);
    SequencedMap<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(SignedJar.STATEMENT, statement);
    entries.put(SignedJar.SIGNATURE, SignedJar.signatureLine(SECRET, statement));
    return Jars.zip(entries);
  }

  private byte[] sign() throws JarRefusal {
    return JarSigner.sign(Jars.zip(entries), SECRET, Jars.terms("1.0"));
  }

  @Test
  void a_signed_jar_says_what_it_is_and_its_class_comes_from_it_alone() throws Exception {
    byte[] jar = Jars.signed(SECRET, "1.2.3");

    SignedJar open = SignedJar.open(jar, OPERATORS);
    open.requireFor(Jars.NETWORK, Jars.NOW);
    ServiceProvider provider = new JarClassLoader("test", open.contents()).provider();

    assertEquals("probe", open.statement().service());
    assertEquals(4711, open.statement().number());
    assertEquals("1.2.3", open.statement().version());
    assertEquals("org.example.probe.Probe$Provider", open.statement().provider());
    assertEquals(SECRET.key().id(), open.keyId());
    assertEquals(Sha256.hex(jar), open.sha256());
    assertEquals(List.copyOf(entries.keySet()), List.copyOf(open.contents().entries().keySet()));
    assertEquals("probe", provider.name());
    assertNotSame(Probe.Provider.class, provider.getClass());
  }

  @Test
  void signing_twice_gives_the_same_bytes_and_a_new_signature_takes_the_old_ones_place()
      throws Exception {
    byte[] once = Jars.signed(SECRET, "1.0");
    OperatorSecret other = OperatorSecret.generate();

    assertArrayEquals(once, Jars.signed(SECRET, "1.0"));
    byte[] again = JarSigner.sign(once, other, Jars.terms("1.1"));
    SignedJar open = SignedJar.open(again, List.of(other.key()));
    assertEquals("1.1", open.statement().version());
    assertRefused(
        Reason.UNKNOWN_KEY, SECRET.key().id(), () -> SignedJar.open(again, List.of(SECRET.key())));
  }

  @Test
  void what_is_not_signed_by_an_operator_is_refused() throws Exception {
    byte[] signed = Jars.signed(SECRET, "1.0");

    assertRefused(
        Reason.UNSIGNED, "rani operator sign", () -> SignedJar.open(Jars.zip(entries), OPERATORS));
    assertRefused(
        Reason.NO_OPERATORS, "operators: [FILE.pub]", () -> SignedJar.open(signed, List.of()));
    assertRefused(
        Reason.UNKNOWN_KEY,
        "none of this network's operators",
        () -> SignedJar.open(signed, List.of(OperatorSecret.generate().key())));
    assertRefusedIf(Reason.UNSIGNED, "its second entry", each -> each.remove(SignedJar.SIGNATURE));
    assertRefusedIf(
        Reason.UNSIGNED,
        "packed again",
        each -> each.putLast(SignedJar.STATEMENT, each.remove(SignedJar.STATEMENT)));
    assertRefusedIf(
        Reason.BAD_SIGNATURE,
        "not what key",
        each -> each.computeIfPresent(SignedJar.STATEMENT, (name, json) -> changed(json)));
    assertRefusedIf(
        Reason.MALFORMED,
        "no signature",
        each -> each.put(SignedJar.SIGNATURE, Jars.bytes("ed25519 me and you\n")));
  }

  private static byte[] changed(byte[] json) {
    return Jars.bytes(new String(json, UTF_8).replace("471", "472"));
  }

  @Test
  void an_entry_that_was_not_signed_is_refused() throws Exception {
    assertRefusedIf(
        Reason.ALTERED,
        "`release.txt` is not what was signed",
        each -> each.put("release.txt", Jars.bytes("6.6")));
    assertRefusedIf(
        Reason.ALTERED,
        "`release.txt` is not what was signed",
        each -> each.put("release.txt", Jars.bytes("1.0 and more")));
    assertRefusedIf(
        Reason.ALTERED,
        "holds `more.txt`, which was not signed",
        each -> each.put("more.txt", Jars.bytes("more")));
    assertRefusedIf(
        Reason.ALTERED, " where `release.txt` was signed", each -> each.remove("release.txt"));
    String first = "META-INF/MANIFEST.MF";
    assertRefusedIf(
        Reason.ALTERED,
        "where `" + first + "` was signed",
        each -> each.putLast(first, each.remove(first)));
  }

  @Test
  void a_signature_holds_for_one_network_and_a_time() throws Exception {
    SignedJar jar = SignedJar.open(Jars.signed(SECRET, "1.0"), OPERATORS);

    assertRefused(
        Reason.OTHER_NETWORK,
        "for network net, and this is other",
        () -> jar.requireFor("other", Jars.NOW));
    assertRefused(
        Reason.EXPIRED,
        "until 2029-12-31T23:59:59Z",
        () -> jar.requireFor(Jars.NETWORK, Instant.parse("2029-12-31T23:59:59Z")));
    assertRefused(
        Reason.NOT_YET_VALID,
        "from 2020-01-01T00:00:00Z on",
        () -> jar.requireFor(Jars.NETWORK, Instant.parse("2019-12-31T23:59:59Z")));
  }

  @Test
  void what_is_no_jar_or_states_nonsense_is_malformed() {
    assertRefused(Reason.MALFORMED, "no jar", () -> SignedJar.open(new byte[0], OPERATORS));
    assertRefused(
        Reason.MALFORMED, "no jar", () -> SignedJar.open(Jars.bytes("hello, jar"), OPERATORS));
    for (String json : List.of("", "null", "[]", "{}", "{\"format\": 1}", "{\"a\": 1, \"a\": 2}")) {
      assertRefused(Reason.MALFORMED, "", () -> SignedJar.open(stating(json), OPERATORS));
    }
    String whole =
        """
        {"format": 1, "service": "s", "number": 9, "version": "1", "provider": "p.P",
         "network": "n", "not-before": "2026-01-01T00:00:00Z", "expires": "2026-01-02T00:00:00Z",
         "entries": []}
        """;
    assertEquals("s", open(whole).statement().service());
    assertMalformed(whole, "\"format\": 1", "\"format\": 2");
    assertMalformed(whole, "\"number\": 9", "\"number\": 65000");
    assertMalformed(whole, "\"number\": 9", "\"number\": \"9\"");
    assertMalformed(whole, "\"s\"", "\"No Name\"");
    assertMalformed(whole, "01-02T", "01-01T");
    assertMalformed(whole, "2026-01-02T", "2046-01-02T");
    assertMalformed(whole, "\"p.P\"", "null");
    assertMalformed(whole, "[]", "[{\"name\": \"../up\", \"bytes\": 1, \"sha256\": \"00\"}]");
    assertMalformed(whole, "[]", "[{\"name\": \"a\", \"bytes\": 1}]");
  }

  private static SignedJar open(String json) {
    try {
      return SignedJar.open(stating(json), OPERATORS);
    } catch (JarRefusal e) {
      throw new AssertionError(e);
    }
  }

  private static void assertMalformed(String whole, String what, String instead) {
    String json = whole.replace(what, instead);
    assertRefused(Reason.MALFORMED, "", () -> SignedJar.open(stating(json), OPERATORS));
  }

  @Test
  void what_would_unpack_to_too_much_is_refused_before_it_is_unpacked() throws Exception {
    assertRefused(
        Reason.TOO_LARGE,
        "at most",
        () -> SignedJar.open(new byte[JarLimits.JAR_BYTES_MAX + 1], OPERATORS));
    entries.put("zeros", new byte[2 << 20]);
    assertRefused(Reason.TOO_LARGE, "unpacked it has", this::sign);
    entries.put("zeros", new byte[JarLimits.ENTRY_BYTES_MAX + 1]);
    assertRefused(Reason.TOO_LARGE, "each of at most", this::sign);
    SequencedMap<String, byte[]> bomb = new LinkedHashMap<>();
    bomb.put(SignedJar.STATEMENT, new byte[JarLimits.STATEMENT_BYTES_MAX + 1]);
    assertRefused(
        Reason.TOO_LARGE,
        "service.json has at most",
        () -> SignedJar.open(Jars.zip(bomb), OPERATORS));
    SequencedMap<String, byte[]> many = new LinkedHashMap<>(entries);
    many.remove("zeros");
    for (int i = 0; i <= JarLimits.ENTRIES_MAX; i++) {
      many.put("e" + i, new byte[0]);
    }
    assertRefused(
        Reason.TOO_LARGE,
        "2000 entries",
        () -> JarSigner.sign(Jars.zip(many), SECRET, Jars.terms("1")));
  }

  @Test
  void a_jar_brings_one_service() throws Exception {
    entries.put(JarContents.PROVIDERS, Jars.bytes("# no one\n"));
    assertRefused(Reason.NO_PROVIDER, "META-INF/services", this::sign);
    entries.put(JarContents.PROVIDERS, Jars.bytes("a.B\nc.D\n"));
    assertRefused(Reason.SEVERAL_PROVIDERS, "a.B, c.D", this::sign);
    entries.put(JarContents.PROVIDERS, Jars.bytes("org.example.Nowhere\n"));
    assertRefused(Reason.NOT_LOADABLE, "org.example.Nowhere", this::sign);
    assertRefused(
        Reason.NOT_LOADABLE,
        "no luck",
        () -> JarSigner.sign(Jars.zip(Jars.trouble()), SECRET, Jars.terms("1")));
  }

  @Test
  void a_module_descriptor_names_the_provider_as_well() throws Exception {
    entries.remove(JarContents.PROVIDERS);
    entries.put(
        "module-info.class",
        ClassFile.of()
            .buildModule(
                ModuleAttribute.of(
                    ModuleDesc.of("org.example"),
                    module ->
                        module
                            .requires(ModuleDesc.of("java.base"), 0x8000, null)
                            .provides(
                                ClassDesc.of("rani.service.ServiceProvider"),
                                ClassDesc.of("org.example.probe.Probe$Provider")))));

    SignedJar open = SignedJar.open(sign(), OPERATORS);

    assertEquals("probe", new JarClassLoader("test", open.contents()).provider().name());
  }

  @Test
  void classes_are_the_jars_own_and_no_newer_than_the_node() throws Exception {
    byte[] type = entries.getOrDefault("org/example/probe/Version.class", new byte[0]).clone();
    entries.put("rani/node/Node.class", type);
    assertRefused(Reason.SHADOWS, "rani.node.Node belongs to the node", this::sign);
    entries.remove("rani/node/Node.class");
    byte[] newer = type.clone();
    newer[7]++;
    entries.put("org/example/probe/Version.class", newer);
    assertRefused(Reason.CLASS_TOO_NEW, "Java 25", this::sign);
    entries.put("org/example/probe/Version.class", Jars.bytes("no class"));
    assertRefused(Reason.MALFORMED, "is no class", this::sign);
  }

  @Test
  void classes_see_what_services_are_made_of_and_nothing_else_of_the_program() throws Exception {
    SignedJar open = SignedJar.open(Jars.signed(SECRET, "1.0"), OPERATORS);
    JarClassLoader loader = new JarClassLoader("test", open.contents());

    assertEquals(ServiceProvider.class, loader.loadClass("rani.service.ServiceProvider"));
    assertThrows(ClassNotFoundException.class, () -> loader.loadClass("rani.testbed.Lab"));
    assertThrows(
        ClassNotFoundException.class, () -> loader.loadClass("org.junit.jupiter.api.Test"));
  }

  @Test
  void the_version_is_the_manifests_or_the_maven_projects_unless_it_is_said() throws Exception {
    JarSigner.Terms unsaid = Jars.terms(null);
    assertThrows(
        IllegalArgumentException.class, () -> JarSigner.sign(Jars.zip(entries), SECRET, unsaid));
    entries.put("META-INF/maven/g/a/pom.properties", Jars.bytes("version=3.1\n"));
    assertEquals("3.1", signedVersion(unsaid));
    entries.put(
        "META-INF/MANIFEST.MF", Jars.bytes("Manifest-Version: 1.0\nImplementation-Version: 3.2\n"));
    assertEquals("3.2", signedVersion(unsaid));
  }

  private String signedVersion(JarSigner.Terms terms) throws JarRefusal {
    byte[] jar = JarSigner.sign(Jars.zip(entries), SECRET, terms);
    return SignedJar.open(jar, OPERATORS).statement().version();
  }
}
