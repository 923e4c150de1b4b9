// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.time.Duration;
import rani.ground.LabFailure;

/** Lets time pass, which in virtual time someone must do. */
@FunctionalInterface
public interface Passing {
  /** Returns when so much time has gone by in the network. */
  void pass(Duration time) throws LabFailure, InterruptedException;
}
