// SPDX-License-Identifier: Apache-2.0

/** What a service is, and what a node lets it do. */
@NullMarked
package rani.service;

import org.jspecify.annotations.NullMarked;
