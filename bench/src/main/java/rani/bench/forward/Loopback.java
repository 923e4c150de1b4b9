// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.util.List;
import rani.bench.harness.UdpPorts;
import rani.bench.harness.Workspace.Side;

/** Both sides on the loopback address. Ports are checked to be free when they are chosen. */
final class Loopback implements LoadPath {
  @Override
  public String name() {
    return "loopback";
  }

  @Override
  public String address(Side side) {
    return "127.0.0.1";
  }

  @Override
  public List<String> within(Side side) {
    return List.of();
  }

  @Override
  public int[] freePorts(int count) throws IOException {
    return UdpPorts.free(count);
  }
}
