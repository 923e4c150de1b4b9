// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that several commands have as a mixin of picocli. */
@Command
public abstract class OptionGroup {
  /** Specification of the command that has the options. */
  @Spec(Spec.Target.MIXEE)
  protected CommandSpec spec;

  /** Returns the error of a command with wrong options: exit code 2. */
  protected final ParameterException wrong(@Nullable String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
