// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.nodehost.jvm.WarmUp;
import rani.nodehost.session.TestTopologies;
import rani.nodehost.session.TraceTarget;
import rani.testbed.LivePlan;
import rani.testbed.RunStart;

/** A run's folder. */
class RunDirectoryTest {
  @TempDir private Path folder;

  @Test
  void ofTwoThatFoundAFolderEmptyOneHasIt() throws Exception {
    RunDirectory first = RunDirectory.at(folder);
    RunDirectory second = RunDirectory.at(folder);

    first.claim();

    LabFailure failure = assertThrows(LabFailure.class, second::claim);
    assertTrue(String.valueOf(failure.getMessage()).contains("another run"), failure::toString);
  }

  @Test
  void tracesAreWrittenWhereTheyAreWantedAlone() throws Exception {
    RunDirectory directory = RunDirectory.at(folder);
    var network = TestTopologies.load(folder, TestTopologies.ROW);
    Optional<RunDirectory> kept = Optional.of(directory);

    assertEquals(
        Optional.of(new TraceTarget(directory.trace("n1"), TraceTarget.BYTES_MAX / 3)),
        new LivePlan(network, 1, Transport.NIO, kept).trace("n1"));
    assertEquals(
        Optional.empty(),
        new LivePlan(network, 1, Transport.NIO, kept, List.of(), 0, false, false).trace("n1"));
    assertEquals(
        "",
        new RunStart(1, 0, 0, "nio", 0, WarmUp.BRIEF, 0, false)
            .order("secret", directory, "n1", List.of(), false)
            .traceFile());
  }
}
