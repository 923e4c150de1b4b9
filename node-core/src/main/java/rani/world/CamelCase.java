// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Facts whose keys are called as their components are: what scripts of pages read. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface CamelCase {}
