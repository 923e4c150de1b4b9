// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import rani.wasm.capsule.CapsuleHost.Preparation;

/**
 * What differs between the two worlds for code that comes from outside.
 *
 * @param preparation where code is verified and compiled
 * @param clock by which signatures are valid; null in virtual time, which has no date
 */
public record CodeWorld(Preparation preparation, @Nullable InstantSource clock) {
  /** Virtual time. */
  public static final CodeWorld VIRTUAL = new CodeWorld(Preparation.AT_ONCE, null);
}
