// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A component of {@link Facts} whose own keys stand in its place: facts, or a map of names that are
 * known only in a run. A key that is there already keeps its place.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Inline {}
