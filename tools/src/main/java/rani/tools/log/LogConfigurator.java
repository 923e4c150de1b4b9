// SPDX-License-Identifier: Apache-2.0
package rani.tools.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.IOException;

/** Has Logback begin with {@link LogSettings#DEFAULT}, and look for no file of settings. */
public final class LogConfigurator extends ContextAwareBase implements Configurator {
  @Override
  public ExecutionStatus configure(LoggerContext context) {
    try {
      LogSettings.DEFAULT.applyTo(context);
    } catch (IOException e) {
      addError("standard error cannot be logged to", e);
    }
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
