// SPDX-License-Identifier: Apache-2.0

/** Interfaces of services: what they implement, and what a node lets them do. */
@NullMarked
package rani.service;

import org.jspecify.annotations.NullMarked;
