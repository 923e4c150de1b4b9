// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import org.jspecify.annotations.Nullable;

/** What a request says before its body. */
public interface HttpHead {
  /** Such as {@code GET}. */
  String method();

  /** Without the query, and decoded. */
  String path();

  /** What stands behind the question mark, as it came; empty if nothing does. */
  String query();

  /** The first of a header's values, by its name in any case; null if there is none. */
  @Nullable String header(String name);
}
