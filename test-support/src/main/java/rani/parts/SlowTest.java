// SPDX-License-Identifier: Apache-2.0
package rani.parts;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Starts so many programs that {@code mvn verify} would not stay under six minutes with it: {@code
 * mvn verify -Pslow} runs it, as continuous integration does.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "rani.slow", matches = "true")
public @interface SlowTest {}
