// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import org.jspecify.annotations.Nullable;

/** The head of a request. */
public interface HttpHead {
  String method();

  /** Returns the path without the query, decoded. */
  String path();

  /** Returns the query string, not decoded; empty if absent. */
  String query();

  /** Returns the first value of a header; null if there is none. */
  @Nullable String header(String name);
}
