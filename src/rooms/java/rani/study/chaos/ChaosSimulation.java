// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.model.topology.TopologyFile;
import rani.world.DropReason;

/** What `rani chaos` runs: a few small networks here, a thousand large ones in the long profile. */
class ChaosSimulation {
  @ParameterizedTest
  @ValueSource(longs = {3, 14, 15, 92})
  void nothingBreaksAndTheNetworkIsWholeWhenTroubleIsOver(long seed) {
    ChaosOutcome outcome = new ChaosSeries(16, seed, seed).one(seed);

    assertEquals(Optional.empty(), outcome.broken());
    assertTrue(outcome.faults() >= 8, outcome::toString);
    assertTrue(outcome.connections() >= 10, outcome::toString);
    assertTrue(outcome.judged().messages() >= 50, outcome::toString);
    assertTrue(outcome.judged().streamBytes() >= 10_000, outcome::toString);
  }

  @Test
  void aSeedIsTheSameChaosEachTime() {
    ChaosSeries series = new ChaosSeries(12, 5, 5);

    assertEquals(series.one(5), series.one(5));
    assertEquals(ChaosPlan.of(5, 12).file(), ChaosPlan.of(5, 12).file());
    assertEquals(ChaosPlan.of(5, 12).faultLines(), ChaosPlan.of(5, 12).faultLines());
  }

  @Test
  void troubleOfEveryKindIsDrawn() {
    Set<String> kinds = new LinkedHashSet<>();
    for (long seed = 1; seed <= 20; seed++) {
      for (Fault fault : ChaosPlan.of(seed, 30).faults()) {
        String words = fault.what().toString();
        kinds.add(
            fault.what() instanceof Fault.Words
                ? words.replaceAll(
                    ".*?[{ ](add|remove|cut|mend|set|stop|start|restart|inject|filter):.*", "$1")
                : fault.what().getClass().getSimpleName());
      }
    }
    assertTrue(
        kinds.containsAll(
            List.of(
                "add",
                "remove",
                "cut",
                "mend",
                "set",
                "stop",
                "start",
                "restart",
                "inject",
                "filter",
                "Crash",
                "Restart",
                "OfferKey",
                "UseKey",
                "Overhear",
                "Forge")),
        kinds::toString);
  }

  @Test
  void aThousandSeedsHaveToReachEveryReasonAndFewerNeedNot() {
    assertTrue(new ChaosSeries(3, 1, 1000).mustReachAll());
    assertFalse(new ChaosSeries(3, 1, 999).mustReachAll());
  }

  @Test
  void aReasonThatNoFrameWasDroppedForIsMissing() {
    SequencedMap<DropReason, Long> drops = new LinkedHashMap<>();
    for (DropReason reason : DropReason.values()) {
      drops.put(reason, 2L);
    }
    drops.remove(DropReason.FRAGMENT);
    ReasonsReached reasons = new ReasonsReached();
    reasons.add(
        new ChaosOutcome(1, 1, 1, 1, 1, ChaosOutcome.Judged.NONE, drops, Optional.of("anything")));

    assertEquals(List.of("fragment"), reasons.missing());
    assertEquals(0L, reasons.frames().get("fragment"));
    assertEquals(2L, reasons.frames().get("expired"));
  }

  /** The services that a chaos alone has are comments in it. */
  @Test
  void theNetworkThatIsPrintedIsATopologyFile() throws Exception {
    ChaosPlan plan = ChaosPlan.of(7, 12);

    assertEquals(
        plan.topology().nodeNames(), TopologyFile.load("printed", plan.plainFile()).nodeNames());
  }

  /** What does not hold is found: here nodes without the services that new connections need. */
  @Test
  void whatIsNotWholeIsTold() {
    ChaosPlan plan = ChaosPlan.of(7, 4);
    List<Fault> stops =
        plan.topology().nodeNames().stream()
            .map(node -> new Fault.Words("{node: " + node + ", stop: judged}"))
            .map(words -> new Fault(0, words))
            .toList();
    ChaosPlan worse =
        new ChaosPlan(
            plan.seed(), plan.file(), plan.topology(), plan.clocks(), stops, plan.faultsNanos());

    ChaosOutcome outcome = ChaosRun.run(worse, "again");
    assertTrue(outcome.broken().orElse("").contains("cannot open a connection"), outcome::toString);
  }

  @Test
  @EnabledIfSystemProperty(
      named = "rani.long",
      matches = "true",
      disabledReason = "takes a quarter of an hour; mvn verify -Plong")
  void aThousandSeedsOfAHundredNodesHold() throws Exception {
    List<ChaosOutcome> broken = new ArrayList<>();
    ReasonsReached reasons = new ReasonsReached();
    new ChaosSeries(100, 1, 1000)
        .run(
            Runtime.getRuntime().availableProcessors(),
            outcome -> {
              reasons.add(outcome);
              outcome.broken().ifPresent(what -> broken.add(outcome));
            });

    assertEquals(List.of(), ChaosSeries.sorted(broken));
    assertEquals(List.of(), reasons.missing());
  }
}
