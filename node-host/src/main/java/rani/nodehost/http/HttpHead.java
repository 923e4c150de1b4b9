// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import org.jspecify.annotations.Nullable;

/** The head of a request. */
public interface HttpHead {
  /** The method, such as {@code GET}. */
  String method();

  /** The path without the query, decoded. */
  String path();

  /** The query string, not decoded; empty if absent. */
  String query();

  /** The first of a header's values, by its name in any case; null if there is none. */
  @Nullable String header(String name);
}
