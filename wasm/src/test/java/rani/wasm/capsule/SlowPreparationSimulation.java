// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.queue.Rate;
import rani.wasm.SandboxedCode;
import rani.wire.Address;

/** Different codes, each of which takes longer to compile than the node waits for it. */
class SlowPreparationSimulation {
  private static final int CODES = 3 * CapsuleLimits.PENDING_MAX;

  /** What was begun and never ends, as on a machine that is busy. */
  private static final class Endless implements CapsuleHost.Preparation {
    private int begun;

    @Override
    public <T> void run(long nowNanos, Supplier<T> work, ObjLongConsumer<T> then) {
      begun++;
    }
  }

  @Test
  void noMoreIsPreparedAtATimeThanMayBePending() {
    List<CapsuleHost.Module> codes = new ArrayList<>();
    for (int i = 0; i < CODES; i++) {
      codes.add(new CapsuleHost.Module("code-" + i, CapsuleNetwork.hop(1000 + i)));
    }
    Endless endless = new Endless();
    CapsuleHost busy =
        new CapsuleHost(CodePolicy.ANY_SANDBOXED, SandboxedCode::of, endless, List.of());
    VirtualNetwork network = new VirtualNetwork();
    network.node("n1", CapsuleNetwork.first(codes));
    network.node(
        "n2",
        CapsuleNetwork.entry(busy, new CapsuleNetwork.Given().with("fetch-timeout", "100ms")));
    network.link("n1", "n2", Rate.bitsPerSecond(100e6), ImpairmentConfig.ofDelay(ms(1)));
    network.go(1);

    for (int i = 0; i < CODES; i++) {
      String to = Address.text(VirtualNetwork.address(2));
      assertTrue(network.tell("n1", "capsule", "send", "code-" + i, to).ok());
      network.runFor(ms(200));
    }

    assertEquals(CapsuleLimits.PENDING_MAX, endless.begun);
    assertEquals(0, network.running().node("n2").framesInside());
  }
}
