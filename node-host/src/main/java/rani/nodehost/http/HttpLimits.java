// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.time.Duration;

/**
 * How much a server gives those whom it does not know, and those whom it has admitted.
 *
 * @param strangers connections of which no request has been admitted; one more ends the oldest
 * @param connections in all; one more is closed at once
 * @param lineBytes of a request's first line
 * @param headBytes of all its headers together
 * @param bodyBytes of its body, which is read of admitted requests alone
 * @param patience for a whole request, from its connection's beginning or the end of the one before
 */
public record HttpLimits(
    int strangers,
    int connections,
    int lineBytes,
    int headBytes,
    int bodyBytes,
    Duration patience) {
  /** Those of control planes and windows. */
  public static final HttpLimits USUAL =
      new HttpLimits(64, 512, 4 << 10, 8 << 10, 1 << 20, Duration.ofSeconds(10));
}
