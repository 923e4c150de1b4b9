// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import rani.fixture.VirtualNetwork;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.parts.RealPart;
import rani.parts.SlowTest;
import rani.service.OptionReader;
import rani.service.ServiceProvider;
import rani.wasm.SandboxedCode;
import rani.wire.Dscp;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.wire.Payload;
import rani.world.Reply;

/**
 * What compilers make of the projects of {@code rani new service --wasm} is accepted, and does the
 * same in all languages; and of ported services and those of shipped experiments they make the very
 * modules that are checked in.
 */
@SlowTest
class WasmCompilersTest {
  private static final Path PROJECTS =
      Path.of("../../tools/src/main/resources/rani/tools/project/wasm");
  private static final Path PAGE = Path.of("../../docs/webassembly.md");
  private static final Path PORTED =
      Path.of("../../test-support/src/main/resources/rani/fixture/wasm");
  private static final Path SHIPPED = Path.of("../../config/topologies");
  private static final String NAME = "top-talkers";

  @TempDir private Path folder;

  /** A language, with the part of the machine that compiles it. */
  private enum Language {
    C("clang", "c", "c", "h"),
    RUST("/usr/lib/rustlib/wasm32-unknown-unknown", "rust", "rs", "rs"),
    ASSEMBLYSCRIPT("asc", "ts", "ts", "ts"),
    WAT("wat2wasm", "wat", "wat", "wat");

    private final String part;
    private final String fence;
    private final String source;
    private final String declarations;

    Language(String part, String fence, String source, String declarations) {
      this.part = part;
      this.fence = fence;
      this.source = source;
      this.declarations = declarations;
    }

    private Path template() {
      return PROJECTS.resolve(name().toLowerCase(Locale.ROOT));
    }
  }

  /** Builds a source in a project of that language. */
  private byte[] built(Language language, String source) throws IOException {
    RealPart.program("make");
    RealPart.program(language.part);
    Path project = Files.createDirectories(folder.resolve(language.name()));
    try (Stream<Path> files = Files.list(language.template())) {
      for (Path file : files.toList()) {
        Files.copy(file, project.resolve(file.getFileName()));
      }
    }
    String declarations = "rani_abi_1." + language.declarations;
    Files.copy(PROJECTS.resolve(declarations), project.resolve(declarations));
    Path own = project.resolve(NAME + "." + language.source);
    Files.writeString(own, source);
    said(project, "make", "RUSTC=/usr/bin/rustc");
    return Files.readAllBytes(project.resolve(NAME + ".wasm"));
  }

  private static String said(Path where, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      assertEquals(0, process.waitFor(), said);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return said;
  }

  /** What a run of the service leaves: its facts and its notes. */
  private record Left(List<Object> facts, List<String> notes) {}

  /** The options that tests give, the others as they are. */
  private record Options(String flow, long report) implements OptionReader {
    @Override
    public long count(String name, long defaultCount, long min, long max, String meaning) {
      return name.equals("report") ? report : defaultCount;
    }

    @Override
    public String oneOf(String name, String defaultWord, List<String> words, String meaning) {
      return name.equals("flow") ? flow : defaultWord;
    }

    @Override
    public int node(String name, String meaning) {
      throw new IllegalArgumentException(name);
    }
  }

  /** Lets packets of a flow, and of 80 of another source, through the node of the service. */
  private static Left left(ServiceProvider provider, OptionReader options) {
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1")
            .node("n2")
            .node("n3", new MenuEntry(provider, options))
            .node("n4")
            .link("n1", "n3")
            .link("n2", "n3")
            .link("n3", "n4")
            .go(1);
    inject(network, "n2", VirtualNetwork.address(4), 0, 9, 60);
    for (int port = 1; port <= 80; port++) {
      inject(network, "n1", VirtualNetwork.address(4), 0, port, 1 + port % 7);
    }
    network.runFor(5 * SECOND);
    assertEquals(0L, network.fact("n3", NAME, "failures"));
    return new Left(
        Stream.of("packets", "flows", "beyond", "busiest")
            .map(fact -> network.fact("n3", NAME, fact))
            .toList(),
        network.lines("note service=" + NAME));
  }

  /** Sends datagrams, active ones if there is a number of a service. */
  private static void inject(
      VirtualNetwork network, String from, int to, int number, int port, int count) {
    PacketPlan packet =
        new PacketPlan(
            to,
            number > 0,
            number,
            Ipv4Header.PROTOCOL_UDP,
            port,
            port,
            Dscp.BEST_EFFORT,
            Ipv4Header.ECN_NOT_ECT,
            Ipv4Header.TTL_INITIAL,
            PacketPlan.LIFETIME_MICROS,
            500,
            Payload.NONE);
    long gapNanos = count == 1 ? 0 : 5 * MILLI;
    Reply reply = network.running().handle(from, new Command.Inject(packet, count, gapNanos));
    assertTrue(reply.ok(), reply::message);
    network.runFor(SECOND / 2);
  }

  @ParameterizedTest
  @EnumSource
  void theServiceOfEveryLanguageCountsWhatWentThrough(Language language) throws Exception {
    Path source = language.template().resolve(NAME + "." + language.source);
    SandboxedCode code = SandboxedCode.of(built(language, Files.readString(source)));

    // 60 packets of n2, and of n1 the sum of 1 + p mod 7 for p = 1…80: 11 times 28, and 2 + 3 + 4.
    Left bySource = left(code.provider(), new Options("source-node", 50));
    assertEquals(List.of(377L, 2L, 0L, 317L), bySource.facts());
    assertEquals(7, bySource.notes().size());
    assertTrue(bySource.notes().getLast().endsWith(" event=talker flow=10.0.0.1 packets=300"));
    // 64 flows fit: that of n2, and the ports 1…63, nine times 1 to 7 packets; the rest is beyond.
    Left byTuple = left(code.provider(), new Options("five-tuple", 3));
    assertEquals(List.of(377L, 64L, 65L, 60L), byTuple.facts());
    assertEquals(60 / 3 + 9 * (1 + 1 + 1 + 2 + 2), byTuple.notes().size());
    assertTrue(byTuple.notes().getFirst().endsWith(" flow=10.0.0.2:9>10.0.0.4:9/17 packets=3"));
  }

  /** The file of the text format is a service itself, which imports every function. */
  @Test
  void theInterfaceAsTextIsAService() throws Exception {
    RealPart.program("wat2wasm");
    Path text = PROJECTS.resolve("rani_abi_1.wat").toAbsolutePath();
    said(folder, "wat2wasm", text.toString(), "-o", "all.wasm");

    SandboxedCode code = SandboxedCode.of(Files.readAllBytes(folder.resolve("all.wasm")));
    assertEquals("my-service", code.description().name());
  }

  @ParameterizedTest
  @EnumSource
  void theServicesOfThePageDropEveryTenthPacket(Language language) throws Exception {
    String page = Files.readString(PAGE);
    int start = page.indexOf("\n```" + language.fence + "\n") + language.fence.length() + 5;
    String source = page.substring(start, page.indexOf("```", start));
    ServiceProvider provider = SandboxedCode.of(built(language, source)).provider();
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1")
            .node("n2", provider)
            .node("n3")
            .link("n1", "n2")
            .link("n2", "n3")
            .go(1);
    inject(network, "n1", VirtualNetwork.address(3), provider.number(), 9, 35);

    assertEquals(35L, network.fact("n2", "tenth", "seen"));
    assertEquals(3, network.lines(" n2 drop reason=discarded").size());
  }

  @ParameterizedTest
  @CsvSource({
    "lgc, C, clang --version, version 14.0.6",
    "token-marker, RUST, /usr/bin/rustc --version, rustc 1.63.0",
    "echo, ASSEMBLYSCRIPT, asc --version, Version 0.28.20",
    "upstream-filter, C, clang --version, 14.0.6",
    "hop-counter, C, clang --version, 14.0.6"
  })
  void modulesAreWhatTheirSourcesCompileTo(
      String name, Language language, String asking, String version) throws IOException {
    RealPart.program(language.part);
    String said = said(folder, asking.split(" "));
    assumeTrue(said.contains(version), "another compiler than " + version + ": " + said.strip());

    Path folderOf = Files.exists(PORTED.resolve(name + ".wasm")) ? PORTED : SHIPPED;
    assertArrayEquals(
        Files.readAllBytes(folderOf.resolve(name + ".wasm")),
        built(language, Files.readString(folderOf.resolve(name + "." + language.source))));
  }
}
