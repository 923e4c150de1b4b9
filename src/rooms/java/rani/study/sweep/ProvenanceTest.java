// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.Version;

class ProvenanceTest {
  @TempDir private Path folder;
  private SweepPlan plan;
  private SweepFolder sweep;

  @BeforeEach
  void makeAPlan() throws Exception {
    plan = new SweepSample(folder, 3).plan(Shard.WHOLE);
    sweep = new SweepFolder(folder);
  }

  @Test
  void eachTimeThatItIsWorkedOnIsASession() throws IOException {
    Instant before = Instant.now().minusSeconds(1);
    Provenance first = Provenance.begin(plan, sweep, "run", "rani sweep mine.yaml", 2);
    assertFalse(session(0).containsKey("ended"), "begun only");
    first.note("damage", List.of("line 4"));
    first.end(18, 1.5);
    Provenance second = Provenance.begin(plan, sweep, "merge", "rani sweep merge", 1);
    second.end(0, 0);

    Map<String, Object> told = told();
    assertEquals("rani sweep mine.yaml", first.command());
    assertEquals("rani sweep mine.yaml", second.command());
    assertEquals("rani sweep mine.yaml", told.get("command"));
    assertEquals("virtual", told.get("mode"));
    assertEquals("seeds 1–3", told.get("seeds"));
    assertEquals(Version.TEXT, told.get("version"));
    assertEquals(2, sessions().size());
    assertEquals("run", session(0).get("what"));
    assertEquals("rani sweep mine.yaml", session(0).get("command"));
    assertEquals(2, session(0).get("jobs"));
    assertEquals(18, session(0).get("trials"));
    assertEquals(1.5, session(0).get("work-seconds"));
    assertEquals(List.of("line 4"), session(0).get("damage"));
    assertEquals(Runtime.version().toString(), session(0).get("java"));
    assertEquals(
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        session(0).get("system"));
    assertFalse(String.valueOf(session(0).get("host")).isEmpty(), "host");
    Instant began = Instant.parse(String.valueOf(session(0).get("began")));
    Instant ended = Instant.parse(String.valueOf(session(0).get("ended")));
    assertTrue(began.isAfter(before.minusSeconds(1)) && !ended.isBefore(began), told::toString);
    assertEquals("merge", session(1).get("what"));
    assertEquals("rani sweep merge", session(1).get("command"));
  }

  @Test
  void whatSeveralFoldersSayIsPutTogether() throws IOException {
    Provenance.begin(plan, sweep, "run", "rani sweep", 1).end(18, 0);
    SweepFolder silent = new SweepFolder(folder.resolve("silent"));

    List<?> parts = Provenance.of(List.of(sweep, silent));

    assertEquals(List.of(told(), Map.of()), parts);
  }

  @Test
  void whatNoSweepWroteIsRefused() throws IOException {
    Files.writeString(sweep.provenance(), "{\"sessions\":");

    IOException refused =
        assertThrows(
            IOException.class, () -> Provenance.begin(plan, sweep, "run", "rani sweep", 1));

    assertEquals(sweep.provenance() + " is not what a sweep wrote", refused.getMessage());
  }

  private List<?> sessions() throws IOException {
    return (List<?>) requireNonNull(told().get("sessions"));
  }

  private Map<?, ?> session(int k) throws IOException {
    return (Map<?, ?>) requireNonNull(sessions().get(k));
  }

  private Map<String, Object> told() throws IOException {
    return JsonText.object(Files.readString(sweep.provenance()));
  }
}
