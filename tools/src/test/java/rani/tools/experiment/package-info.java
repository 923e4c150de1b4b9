// SPDX-License-Identifier: Apache-2.0

@NullMarked
package rani.tools.experiment;

import org.jspecify.annotations.NullMarked;
