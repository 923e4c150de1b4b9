// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import java.util.concurrent.ExecutionException;

/** What a task failed of. */
public final class Cause {
  private Cause() {}

  /** The sentence of the failure itself, not of that of waiting for it. */
  public static String message(ExecutionException failure) {
    Throwable cause = failure.getCause();
    return String.valueOf((cause == null ? failure : cause).getMessage());
  }
}
