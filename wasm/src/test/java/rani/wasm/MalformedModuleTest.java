// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.node.NodeMarks;
import rani.service.metric.NoteMark;

/** What is no module, or describes no service, is refused with a reason and nothing else. */
class MalformedModuleTest {
  private static final String GOOD = "name a\nnumber 40000\n";

  @Property(tries = 400)
  void aModuleWithOtherBytesIsReadOrRefused(
      @ForAll @IntRange(min = 8, max = 640) int at,
      @ForAll byte other,
      @ForAll @IntRange(min = 0, max = 3) int cut) {
    byte[] module = Modules.bytes("counter.wasm");
    module[at % module.length] = other;
    byte[] shorter = Arrays.copyOf(module, cut == 0 ? at % module.length : module.length);
    try {
      SandboxedCode code = SandboxedCode.of(shorter);
      assertTrue(code.description().number() > 0);
    } catch (CodeRefusal refusal) {
      assertTrue(String.valueOf(refusal.getMessage()).matches("[ -~…]{10,}"), refusal::toString);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name A|cannot be read",
        "number 0|from 1 to 64999",
        "number 65000|from 1 to 64999",
        "reach everywhere|`every-hop` or `destination`",
        "packet 70000|from 0 to 65535",
        "option a integer 1 2|a word is missing",
        "option a integer 5 6 7|outside of its limits",
        "option a duration 4|not a number with its unit",
        "option a choice x y,z|none of the words",
        "option fuel integer 1 1 1|has that option already",
        "fact a text|a kind is integer",
        "fact a address|a fact is integer, real, truth or until",
        "fact suspended truth|the node has that fact",
        "fact sha256 integer|the node has that fact",
        "note n value|NAME:KIND",
        "note suspended|the node writes that note",
        "note failure count:integer|the node writes that note",
        "colour red|no line begins with `colour`",
      })
  void aDescriptionThatSaysItWrongIsRefused(String line, String why) {
    CodeRefusal refusal =
        assertThrows(CodeRefusal.class, () -> Description.parse(GOOD + line + "\n"));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("line 3") && message.contains(why), message);
  }

  @Test
  void aModuleCannotWriteANoteThatItsNodeWrites() {
    assertEquals(
        NodeMarks.ofServices().stream().map(NoteMark::event).toList(), Description.NOTES_OF_NODE);
  }

  @Property(tries = 300)
  void anyTextIsParsedOrRefused(@ForAll String text) {
    try {
      Description.parse(text);
    } catch (CodeRefusal refusal) {
      assertTrue(String.valueOf(refusal.getMessage()).length() < 400);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 8", "1, 40"})
  void aNumberSurvivesItsEncoding(int from, int to) throws CodeRefusal {
    for (long value = -(1L << to); value < 1L << to; value += (1L << to) / 37 + from + 1) {
      byte[] written = new ModuleWriter().signed(value).toBytes();
      assertEquals(value, new ModuleReader(written, 0, written.length).signed(Long.SIZE));
    }
    byte[] text = new ModuleWriter().u32(624_485).toBytes(); // WebAssembly §5.2.2: LEB128
    assertEquals("å\u008e&", new String(text, StandardCharsets.ISO_8859_1), "0xE5 0x8E 0x26");
  }
}
