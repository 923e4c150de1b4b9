// SPDX-License-Identifier: Apache-2.0

/** What is to be captured: at which link ends, which frames, up to which size. */
@NullMarked
package rani.model.capture;

import org.jspecify.annotations.NullMarked;
