// SPDX-License-Identifier: Apache-2.0

/** A live node with its links, trace files, subscribers of events, and the keys that it trusts. */
@NullMarked
package rani.nodehost.session;

import org.jspecify.annotations.NullMarked;
