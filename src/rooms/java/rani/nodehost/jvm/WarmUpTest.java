// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rani.model.file.FileError;

class WarmUpTest {
  /** A network that could not be read would leave every node cold, and no one would know. */
  @ParameterizedTest
  @EnumSource(value = WarmUp.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void itsNetworkIsRight(WarmUp rehearsal) throws FileError {
    assertEquals(List.of("source", "middle", "sink"), rehearsal.network().nodeNames());
  }
}
