// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.code;

import java.time.InstantSource;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.live.EventLoopGate;
import rani.live.LiveService;
import rani.model.menu.CodeWorld;
import rani.model.menu.ServiceCatalog;
import rani.wasm.capsule.CapsuleHost;
import rani.wasm.capsule.CapsuleLimits;

/**
 * Verifies and compiles the code that comes to one live node in packets, beside the node's thread:
 * one code at a time, each on a thread that ends with it. The service {@code capsule} bounds how
 * many wait.
 */
public final class LiveCode implements CapsuleHost.Preparation {
  private final String node;
  private final Object turn = new Object();
  private volatile @Nullable EventLoopGate gate;

  public LiveCode(String node) {
    this.node = node;
  }

  /** Returns the installed services, as they are at this node. */
  public ServiceCatalog services() {
    return ServiceCatalog.installed().in(new CodeWorld(this, InstantSource.system()));
  }

  /** Returns a service of every live node that also gives this the way into the node. */
  public LiveService through(LiveService other) {
    return door -> {
      gate = door.of(CapsuleLimits.NUMBER);
      return other.entry(door);
    };
  }

  @Override
  public <T> void run(long nowNanos, Supplier<T> work, ObjLongConsumer<T> then) {
    EventLoopGate way = gate;
    if (way == null) {
      throw new IllegalStateException("the node has no way in for prepared code");
    }
    Thread.ofPlatform()
        .daemon(true)
        .name("rani-code-" + node)
        .start(() -> way.enter(prepared(work, then), () -> {}));
  }

  private <T> LongConsumer prepared(Supplier<T> work, ObjLongConsumer<T> then) {
    synchronized (turn) {
      T done = work.get();
      return now -> then.accept(done, now);
    }
  }
}
