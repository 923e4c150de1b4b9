// SPDX-License-Identifier: Apache-2.0

/** Benchmarks of single methods, by JMH: what a packet costs between its two sockets. */
@NullMarked
package rani.bench.micro;

import org.jspecify.annotations.NullMarked;
