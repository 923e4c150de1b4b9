// SPDX-License-Identifier: Apache-2.0

/** One end of a virtual link: port, serializer, filters, hello, and the wire's impairments. */
@NullMarked
package rani.link;

import org.jspecify.annotations.NullMarked;
