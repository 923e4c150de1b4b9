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

/** Runs tasks on threads of their own, and collects their results. */
public final class Tasks {
  private Tasks() {}

  /** Runs all tasks concurrently; returns their results in order, or fails with one's failure. */
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

  /** Waits for a task's result; fails with the task's failure, or if this thread is interrupted. */
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

  /** Returns the message of a task's own failure, not of the wrapper. */
  public static String failureOf(ExecutionException failure) {
    Throwable cause = failure.getCause();
    return String.valueOf((cause == null ? failure : cause).getMessage());
  }
}
