// SPDX-License-Identifier: Apache-2.0

/** Unresponsive flow control: markers, edges and cores of a DiffServ domain. */
@NullMarked
package rani.services.ufc;

import org.jspecify.annotations.NullMarked;
