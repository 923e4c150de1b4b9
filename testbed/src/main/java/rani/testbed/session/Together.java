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

/** Tasks that are done at the same time. */
public final class Together {
  private Together() {}

  /**
   * Does all of them, and waits until the last is done.
   *
   * @return what each gave, in their order
   * @throws LabFailure what the first of them failed of, or if the waiting is interrupted
   */
  public static <T> List<T> all(Collection<? extends Callable<T>> tasks) throws LabFailure {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<T> given = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(tasks)) {
        given.add(each.get());
      }
      return given;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof LabFailure failure
          ? failure
          : new LabFailure(Cause.message(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
  }
}
