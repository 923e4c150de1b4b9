// SPDX-License-Identifier: Apache-2.0
package rani.queue;

/** The settings of a queue discipline that drops or marks before the buffer is full. */
public sealed interface AqmConfig
    permits CodelConfig, FqCodelConfig, PieConfig, RedConfig, RioConfig {}
