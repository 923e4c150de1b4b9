// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.time.Duration;

/**
 * Limits of a server, before and after a connection's first admitted request.
 *
 * @param strangers the most connections without an admitted request; one more closes the oldest
 * @param connections the most connections in all; one more is closed at once
 * @param lineBytes of a request's first line
 * @param headBytes of all its headers together
 * @param bodyBytes of its body, which is read only of admitted requests
 * @param patience time limit for a complete request, from the connection's start or the end of the
 *     previous request
 */
public record HttpLimits(
    int strangers,
    int connections,
    int lineBytes,
    int headBytes,
    int bodyBytes,
    Duration patience) {
  /** The limits of control planes and windows. */
  public static final HttpLimits USUAL =
      new HttpLimits(64, 512, 4 << 10, 8 << 10, 1 << 20, Duration.ofSeconds(10));
}
