// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks {@link Facts} whose keys are the component names in camelCase. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface CamelCase {}
