// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SweepIdentityTest {
  private static final String CODE = "c0de".repeat(16);
  private static final SweepIdentity SWEEP =
      new SweepIdentity("demo", CODE, "ff", "virtual", 12, 3, null, true, 2, 4);

  /** What is another, in words, and such a sweep. */
  private static final Map<String, SweepIdentity> OTHERS = new LinkedHashMap<>();

  static {
    OTHERS.put(
        "the experiment is other, not demo",
        new SweepIdentity("other", CODE, "ff", "virtual", 12, 3, null, true, 2, 4));
    OTHERS.put(
        "the code is another: dec0dec0dec0…, not c0dec0dec0de…",
        new SweepIdentity("demo", "dec0".repeat(16), "ff", "virtual", 12, 3, null, true, 2, 4));
    OTHERS.put(
        "the mode is live, not virtual",
        new SweepIdentity("demo", CODE, "ff", "live", 12, 3, null, true, 2, 4));
    OTHERS.put(
        "there are 15 trials, 3 of each variant, not 12 trials, 3 of each variant",
        new SweepIdentity("demo", CODE, "ff", "virtual", 15, 3, null, true, 2, 4));
    OTHERS.put(
        "there are 12 trials, 4 of each variant, not 12 trials, 3 of each variant",
        new SweepIdentity("demo", CODE, "ff", "virtual", 12, 4, null, true, 2, 4));
    OTHERS.put(
        "the first seed is 7, not the file's",
        new SweepIdentity("demo", CODE, "ff", "virtual", 12, 3, 7L, true, 2, 4));
    OTHERS.put(
        "trials are without digests, not with them",
        new SweepIdentity("demo", CODE, "ff", "virtual", 12, 3, null, false, 2, 4));
    OTHERS.put(
        "the experiment file, or what it refers to, has changed",
        new SweepIdentity("demo", CODE, "fe", "virtual", 12, 3, null, true, 2, 4));
  }

  @Test
  void whatDiffersIsToldInWords() {
    OTHERS.forEach((why, other) -> assertEquals(Optional.of(why), SWEEP.difference(other)));
    SweepIdentity with = OTHERS.get("trials are without digests, not with them");
    assertEquals(
        Optional.of("trials are with digests, not without"),
        requireNonNull(with).difference(SWEEP));
    assertEquals("short", SweepIdentity.brief("short"));
  }

  /** Lines of journals go by it: those of all shards belong together, and no others. */
  @Test
  void itsNameIsThatOfAllItsShardsAndOfNoOtherSweep() {
    assertTrue(SWEEP.id().matches("[0-9a-f]{16}"), SWEEP.id());
    assertEquals(SWEEP.id(), SWEEP.whole().id());
    assertEquals(new Shard(1, 1), SWEEP.whole().part());
    assertEquals(new Shard(2, 4), SWEEP.part());
    assertEquals(Optional.empty(), SWEEP.difference(SWEEP.whole()));
    OTHERS.values().forEach(other -> assertNotEquals(SWEEP.id(), other.id()));
  }
}
