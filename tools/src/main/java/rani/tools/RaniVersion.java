// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import picocli.CommandLine.IVersionProvider;
import rani.ground.Version;

/** The output of {@code --version}. */
final class RaniVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"rani " + Version.TEXT};
  }
}
