// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.model.file.UnitError;

class SlurmOptionsTest {
  /** The forms of time of sbatch(1). */
  @ParameterizedTest
  @ValueSource(strings = {"90", "90:30", "1:30:00", "2-12", "2-12:30", "2-12:30:00"})
  void timesAreThoseOfSbatch(String time) throws Exception {
    assertEquals(
        List.of("--time=" + time, "--cpus-per-task=4"),
        SlurmOptions.parse("time=" + time).arguments());
  }

  @Test
  void eachOptionIsOneArgument() throws Exception {
    SlurmOptions options =
        SlurmOptions.parse("tasks=64,qos=high,mem=16G,cpus=8,account=net.lab,partition=long");

    assertEquals(
        List.of(
            "--partition=long",
            "--mem=16G",
            "--account=net.lab",
            "--qos=high",
            "--cpus-per-task=8"),
        options.arguments());
    assertEquals(64, options.tasks());
    assertEquals(options, SlurmOptions.parse(options.text()));
  }

  @Test
  void whatIsSaidLaterHolds() throws Exception {
    assertEquals(
        "time=20,cpus=2,qos=low",
        SlurmOptions.parse("time=20,qos=low").over(SlurmOptions.parse("time=10,cpus=2")).text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          partiton=a | `partiton` is no option of slurm | did you mean `partition`?
          fast | `fast` is no option of slurm | write KEY=VALUE, such as time=2:00:00
          partition=a b | `a b` is no value of slurm's partition | NAME
          partition=--wrap | `--wrap` is no value of slurm's partition | NAME
          account=a;b | `a;b` is no value of slurm's account | NAME
          time=4h | `4h` is no value of slurm's time | write minutes, h:m:s or days-h:m:s
          cpus=0 | `0` is no value of slurm's cpus | write a number up to 4096
          cpus=4097 | `4097` is no value of slurm's cpus | write a number up to 4096
          tasks=100001 | `100001` is no value of slurm's tasks | write a number up to 100000
          qos=a,qos=b | slurm's qos is given twice | ""
          """)
  void whatIsWrongIsNamed(String text, String message, String hint) {
    UnitError error = assertThrows(UnitError.class, () -> SlurmOptions.parse(text));

    assertEquals(message, error.getMessage());
    String expected = hint.equals("NAME") ? "write a name of letters, digits and _ . @ + -" : hint;
    assertEquals(expected, error.hint());
  }
}
