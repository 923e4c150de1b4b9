// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.time.Duration;

/**
 * Limits of a server.
 *
 * @param strangers connections without an admitted request; one more closes the oldest
 * @param connections connections in all; one more is closed at once
 * @param lineBytes length of a request's first line
 * @param headBytes length of all headers together
 * @param bodyBytes length of a body
 * @param patience time for a complete request, from the start of the connection or the end of the
 *     previous response
 */
public record HttpLimits(
    int strangers,
    int connections,
    int lineBytes,
    int headBytes,
    int bodyBytes,
    Duration patience) {
  /** Limits for control planes and windows. */
  public static final HttpLimits USUAL =
      new HttpLimits(64, 512, 4 << 10, 8 << 10, 1 << 20, Duration.ofSeconds(10));
}
