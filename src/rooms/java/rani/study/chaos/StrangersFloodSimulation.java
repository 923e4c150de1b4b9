// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rani.model.file.FileError;
import rani.model.topology.TopologyFile;
import rani.study.chaos.Attack.Harm;
import rani.study.chaos.StrangersStand.Door;
import rani.study.chaos.StrangersStand.Outcome;

/**
 * What 20,000 datagrams a second take from others, beside the same network with the same seed and
 * no flood: as much as docs/strangers.md says.
 */
class StrangersFloodSimulation {
  /** Of the goodput without the flood. */
  private static final double GOODPUT_MIN = 0.95;

  @TempDir private Path folder;

  private Outcome run(Door door, List<Attack> attacks) throws IOException, FileError {
    Path file = folder.resolve("stand.yaml");
    Files.writeString(file, StrangersStand.file(door));
    return new StrangersStand(door, TopologyFile.load(file)).run(attacks);
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void aFloodTakesNoMoreThanIsPromised(Door door) throws IOException, FileError {
    Outcome undisturbed = run(door, List.of());
    assertTrue(undisturbed.goodput().size() >= 4, undisturbed::toString);

    Outcome flooded = run(door, Attack.of(Harm.NOTHING, door));
    assertStateIsKept(undisturbed, flooded);
    assertTrue(isGoodputKept(undisturbed, flooded), () -> undisturbed + " became " + flooded);

    if (door != Door.ALL) {
      assertStateIsKept(undisturbed, run(door, Attack.of(Harm.RATE, door)));
    }
  }

  /** Hellos have room of their own beside whatever else is network control. */
  @Test
  void noFloodOfNetworkControlTakesALinkDown() throws IOException, FileError {
    Outcome flooded = run(Door.NEIGHBOUR_OFF, List.of(Attack.CONTROL_THROUGH));
    assertTrue(flooded.came() > StrangersStand.FLOOD, flooded::toString);
    assertEquals(List.of(), flooded.changes());
  }

  private static void assertStateIsKept(Outcome undisturbed, Outcome flooded) {
    assertTrue(flooded.came() > StrangersStand.FLOOD, flooded::toString);
    assertEquals(List.of(), undisturbed.changes());
    assertEquals(List.of(), flooded.changes());
    assertEquals(undisturbed.connections(), flooded.connections());
  }

  private static boolean isGoodputKept(Outcome undisturbed, Outcome flooded) {
    return undisturbed.goodput().entrySet().stream()
        .allMatch(
            had ->
                flooded.goodput().getOrDefault(had.getKey(), 0L) >= GOODPUT_MIN * had.getValue());
  }

  /** Without keys he is believed, and with those of control his data go like a neighbour's. */
  @Test
  void whatIsNotPromisedIsNotKept() throws IOException, FileError {
    assertFalse(run(Door.OFF, List.of(Attack.FILTER_REQUEST)).changes().isEmpty());
    assertFalse(
        isGoodputKept(
            run(Door.CONTROL, List.of()), run(Door.CONTROL, List.of(Attack.DATA_THROUGH))));
  }

  @Test
  void thePageSaysWhatAFloodTakes() throws IOException {
    String page = Files.readString(Path.of("../..", "docs", "strangers.md"));
    String table =
        Arrays.stream(Attack.values())
            .map(StrangersFloodSimulation::row)
            .collect(Collectors.joining("\n"));
    assertTrue(
        page.contains("|---|---|---|---|---|---|\n" + table + "\n\n"), () -> "not:\n" + table);
  }

  private static String row(Attack attack) {
    return Arrays.stream(Door.values())
        .map(door -> attack.harm(door).text() + " |")
        .collect(Collectors.joining(" ", "| " + attack.text() + " | ", ""));
  }
}
