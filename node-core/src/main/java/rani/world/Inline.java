// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component of {@link Facts} whose own keys take its place. The component is facts, or a
 * map of names that are known only in a run. A repeated key keeps its first position.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Inline {}
