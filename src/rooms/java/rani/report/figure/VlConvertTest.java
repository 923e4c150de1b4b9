// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.ground.LabFailure;
import tools.jackson.databind.json.JsonMapper;

/** A program that answers as vl-convert's does, and others that do not. */
class VlConvertTest {
  private static final String THERE = "echo '{\"made\": \"1.9.0\"}'; ";

  private static List<String> shell(String script) {
    return List.of("sh", "-c", script);
  }

  @Test
  void whereThereIsNoPythonItIsSaidWhatToInstall() {
    LabFailure failure =
        assertThrows(LabFailure.class, () -> VlConvert.start(List.of("/no/such/python3")));
    String message = requireNonNull(failure.getMessage());
    assertTrue(message.contains("/no/such/python3"), message);
    assertTrue(message.endsWith(VlConvert.INSTALLING), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"exit 3", "echo '{\"error\": \"No module named vl_convert\"}'", "echo '<html>'"})
  void whatDoesNotAnswerIsNotThere(String script) {
    LabFailure failure = assertThrows(LabFailure.class, () -> VlConvert.start(shell(script)));
    String message = requireNonNull(failure.getMessage());
    assertTrue(message.endsWith(VlConvert.INSTALLING), message);
  }

  @Test
  void theVersionIsThatOfTheFirstAnswer() throws LabFailure {
    try (VlConvert converter = VlConvert.start(shell(THERE + "cat >/dev/null"))) {
      assertEquals("1.9.0", converter.version());
    }
  }

  @Test
  void aProgramThatEndsWhileItDrawsIsAFailureOfThisChart() throws LabFailure {
    try (VlConvert converter = VlConvert.start(shell(THERE + "read chart; exit 9"))) {
      LabFailure failure =
          assertThrows(
              LabFailure.class, () -> converter.svg(JsonMapper.shared().createObjectNode()));
      assertTrue(requireNonNull(failure.getMessage()).contains("ended"), failure.getMessage());
    }
  }

  @Test
  void aPdfIsTakenOnlyWithItsFonts() throws LabFailure {
    String pdf = "echo '{\"made\": \"%s\"}'; "; // base 64 of what follows
    String without = pdf.formatted("JVBERi0xLjc="); // %PDF-1.7
    String with = pdf.formatted("JVBERi0xLjcgL0ZvbnRGaWxlMg=="); // %PDF-1.7 /FontFile2
    String script = THERE + "read a; " + without + "read b; " + without + "read c; " + with;
    try (VlConvert converter = VlConvert.start(shell(script + "cat >/dev/null"))) {
      assertThrows(LabFailure.class, () -> converter.pdf("<svg><text>lost</text></svg>"));
      assertEquals(8, converter.pdf("<svg><path/></svg>").length);
      assertEquals(19, converter.pdf("<svg><text>there</text></svg>").length);
    }
  }
}
