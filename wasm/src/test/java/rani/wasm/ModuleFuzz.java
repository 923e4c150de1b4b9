// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Modules made at random, each shown a hundred packets: nothing leaves the sandbox, and interpreter
 * and compiler do the same, to the byte of the trace. {@code -Drani.long=true} runs ten thousand.
 */
class ModuleFuzz {
  private static final int MODULES_LONG = 10_000;

  /** Every so many modules of the long run are run by any build; prime to the number of seeds. */
  private static final int STRIDE = 101;

  private static final int LENGTH_MAX = 500;

  private final FuzzedModules modules = new FuzzedModules();
  private final AtomicInteger ran = new AtomicInteger();
  private final AtomicInteger failing = new AtomicInteger();
  private final AtomicInteger suspended = new AtomicInteger();
  private final LongAccumulator longestNanos = new LongAccumulator(Long::max, 0);
  private final List<String> broken = new ArrayList<>();
  private final Map<String, Integer> refusals = new TreeMap<>();

  @Test
  void noModuleLeavesTheSandboxAndBothMachinesDoTheSame() {
    int stride = Boolean.getBoolean("rani.long") ? 1 : STRIDE;
    IntStream.range(0, MODULES_LONG / stride).map(k -> k * stride).parallel().forEach(this::run);
    int refused = refusals.values().stream().mapToInt(Integer::intValue).sum();
    System.out.printf(
        "%d modules ran, of which %d failed in a call and %d were suspended; the longest of these"
            + " runs took %.1f ms; %d were refused: %s%n",
        ran.get(), failing.get(), suspended.get(), longestNanos.get() / 1e6, refused, refusals);
    assertEquals(List.of(), broken, () -> broken.size() + " modules");
    assertTrue(ran.get() > MODULES_LONG / stride / 2, "most modules are refused");
    assertTrue(suspended.get() < ran.get(), "no module goes on to the end");
  }

  private void run(int number) {
    SandboxedCode code;
    try {
      code = SandboxedCode.of(modules.module(number));
      code.compile();
    } catch (CodeRefusal e) {
      refused(String.valueOf(e.getMessage()));
      return;
    } catch (RuntimeException | Error e) {
      broken("module " + number + " is neither taken nor refused: " + e);
      return;
    }
    try {
      long beganNanos = System.nanoTime();
      FuzzedNetwork.Outcome compiled = FuzzedNetwork.run(code.provider());
      longestNanos.accumulate(System.nanoTime() - beganNanos);
      FuzzedNetwork.Outcome interpreted = FuzzedNetwork.run(code.interpreted().provider());
      if (!interpreted.equals(compiled)) {
        broken("module " + number + ", " + interpreted + " interpreted, " + compiled + " compiled");
      }
      ran.incrementAndGet();
      failing.addAndGet(compiled.failures() > 0 ? 1 : 0);
      suspended.addAndGet(compiled.suspended() ? 1 : 0);
    } catch (RuntimeException | Error e) {
      broken("module " + number + " left the sandbox: " + e);
    }
  }

  private void broken(String what) {
    synchronized (broken) {
      broken.add(what.length() > LENGTH_MAX ? what.substring(0, LENGTH_MAX) : what);
    }
  }

  private void refused(String why) {
    synchronized (refusals) {
      refusals.merge(
          why.replaceFirst("(?s)([:?]|, at) .*", "").replaceAll("[0-9]+", "N"), 1, Integer::sum);
    }
  }
}
