// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import rani.ground.LabFailure;

/** Tasks on threads of their own, and what comes of them. */
public final class Tasks {
  private Tasks() {}

  /**
   * Does all of them at the same time, and waits until the last is done.
   *
   * @return what each gave, in their order
   * @throws LabFailure what the first of them failed of, or if the waiting is interrupted
   */
  public static <T> List<T> all(Collection<? extends Callable<T>> tasks) throws LabFailure {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<T> given = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(tasks)) {
        given.add(result(each));
      }
      return given;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
  }

  /**
   * Waits for what one gives.
   *
   * @throws LabFailure what it failed of, or if the waiting is interrupted
   */
  public static <T> T result(Future<T> task) throws LabFailure {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof LabFailure failure ? failure : new LabFailure(failureOf(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
  }

  /** The sentence of the failure itself, not of that of waiting for it. */
  public static String failureOf(ExecutionException failure) {
    Throwable cause = failure.getCause();
    return String.valueOf((cause == null ? failure : cause).getMessage());
  }
}
