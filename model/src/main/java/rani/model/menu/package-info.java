// SPDX-License-Identifier: Apache-2.0

/** The available services, and the options that files give them. */
@NullMarked
package rani.model.menu;

import org.jspecify.annotations.NullMarked;
