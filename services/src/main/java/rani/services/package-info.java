// SPDX-License-Identifier: Apache-2.0

/** The standard services, one class each; a class's comment is the service's manual. */
@NullMarked
package rani.services;

import org.jspecify.annotations.NullMarked;
