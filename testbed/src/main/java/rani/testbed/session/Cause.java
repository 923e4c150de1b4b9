// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import java.util.concurrent.ExecutionException;

/** What a task failed of. */
public final class Cause {
  private Cause() {}

  /** The failure itself, not that of waiting for it. */
  public static Throwable of(ExecutionException failure) {
    Throwable cause = failure.getCause();
    return cause == null ? failure : cause;
  }

  /** Its sentence. */
  public static String message(ExecutionException failure) {
    return String.valueOf(of(failure).getMessage());
  }
}
