// SPDX-License-Identifier: Apache-2.0

/** Tests of projects. */
@NullMarked
package rani.tools.project;

import org.jspecify.annotations.NullMarked;
