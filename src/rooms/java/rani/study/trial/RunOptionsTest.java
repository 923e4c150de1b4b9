// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import rani.live.Transport;

class RunOptionsTest {

  @Test
  void aReplayChoosesItsTrialOnceAndTakesNoFolderThatIsFull() {
    String typed =
        "rani run my.yaml --mode virtual --pick k=2 --trials 3 --seed=5 --out 'my runs/b' --json";
    RunOptions options =
        new RunOptions(
            RunOptions.Mode.VIRTUAL, false, Transport.NIO, 5, 3, Optional.empty(), typed);

    assertEquals(
        "rani run my.yaml --pick k=2 --json --mode virtual --trials 1 --seed 7", options.replay(7));
  }
}
