// SPDX-License-Identifier: Apache-2.0

/** Experiments carried out, live or in virtual time, and what runs leave on disk. */
@NullMarked
package rani.lab.run;

import org.jspecify.annotations.NullMarked;
